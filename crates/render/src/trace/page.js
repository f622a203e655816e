'use strict';
// Shows recorded searches. What an option removes follows from its items, so it is worked out here for the step that is shown.
const DATA = JSON.parse(document.getElementById('data').textContent);
const BOARD = DATA.board;
const [BRANCH, DEAD_END, SOLUTION, REJECTED] = [0, 1, 2, 3];
// Larger tables are of no use to a reader.
const MATRIX_ITEMS = 40, MATRIX_OPTIONS = 300, LISTED_ITEMS = 1000;
// With more symbols than these, a cell shows only how many of them are still possible.
const PENCILED = 16;
// More options than these are not named one by one.
const NAMED = 6;
const SVG = 'http://www.w3.org/2000/svg';

const element = (name, attributes = {}, ...children) => {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
};
const byId = id => document.getElementById(id);
const count = (n, noun) => `${n.toLocaleString('en')} ${noun}${n === 1 ? '' : 's'}`;
// An item in words, with its label.
const item = i => DATA.names[i] === DATA.items[i] ? DATA.items[i] : `${DATA.items[i]} (${DATA.names[i]})`;
const color = (option, k) => DATA.colors ? DATA.colors[option][k] : '';

// The options of each item.
const optionsOf = DATA.items.map(() => []);
DATA.options.forEach((items, option) => items.forEach(i => optionsOf[i].push(option)));
// The options that write into each cell.
const optionsAt = BOARD ? BOARD.cells.map(() => []) : [];
if (BOARD) BOARD.marks.forEach((cells, option) => cells.forEach(cell => optionsAt[cell].push(option)));

// How many symbols there are: each has its place in a cell.
const SYMBOLS = BOARD ? 1 + Math.max(0, ...BOARD.kinds) : 0;

// May several options cover this item?
const isCounted = i => i in DATA.most;

// Demands may leave an option without primary items: then it is never chosen.
const NEVER = Infinity;
const isChoosable = DATA.options.map(items => items.some(i => i < DATA.primary));

const place = cell => {
  const [layer, row, column] = BOARD.cells[cell];
  if (BOARD.names) return `cell ${BOARD.names[cell]}`;
  if (BOARD.style === 'row') return `place ${column + 1}`;
  return `${BOARD.layers > 1 ? `layer ${layer + 1}, ` : ''}row ${row + 1}, column ${column + 1}`;
};

// The label of an option; empty if it has none.
const labelOf = option => (DATA.labels && DATA.labels[option]) || '';
// An option in words: what it does to the board, or its label and its items.
const optionName = option => {
  const items = DATA.options[option].map((i, k) => color(option, k) ? `${DATA.items[i]}:${color(option, k)}` : DATA.items[i]).join(' ');
  if (!BOARD || BOARD.marks[option].length === 0) return `${labelOf(option) || `option ${option}`} (${items})`;
  const cells = BOARD.marks[option], word = BOARD.words[option];
  if (BOARD.style === 'chess') return `queen in ${place(cells[0])}`;
  if (BOARD.style === 'symbols') return `${word} in ${place(cells[0])}`;
  if (BOARD.style === 'row') return `${word}s in places ${cells.map(cell => cell + 1).join(' and ')}`;
  if (BOARD.style === 'tiles') return `tile ${word} in ${place(cells[0])}`;
  if (BOARD.names) return `${word} on ${cells.map(cell => BOARD.names[cell]).join(' ')}`;
  return `${word} on ${cells.map(cell => BOARD.cells[cell].slice(BOARD.layers > 1 ? 0 : 1).map(k => k + 1).join(',')).join(' ')}`;
};
// The next cell in a direction: over holes, left and right on to the next row, up and down on to the next layer. Rows of hexagons are shifted: there half a width aside is in the column.
const beyond = (cell, down, right) => {
  if (right) return Math.min(Math.max(cell + right, 0), BOARD.cells.length - 1);
  const [layer, row, column] = BOARD.cells[cell], aside = BOARD.names ? 1 : 0;
  const distance = other => ((BOARD.cells[other][0] - layer) * BOARD.rows + BOARD.cells[other][1] - row) * down;
  const there = BOARD.cells.map((_, other) => other).filter(other => Math.abs(BOARD.cells[other][2] - column) <= aside && distance(other) > 0);
  return there.reduce((best, other) => best === cell || distance(other) < distance(best) ? other : best, cell);
};
const theOption = option => (BOARD && BOARD.marks[option].length ? 'the ' : '') + optionName(option);
const startOf = text => text[0].toUpperCase() + text.slice(1);

// The steps that lead to a step: chosen options, the first one first.
const trailOf = (search, step) => {
  const trail = [];
  for (let s = step; s >= 0; s = search.steps[s][0]) if (search.steps[s][1] >= 0) trail.push(search.steps[s][1]);
  return trail.reverse();
};
const depthOf = (search, step) => trailOf(search, step).length;

// The options chosen up to a step; and for each option the place in the trail of the one that removes it, -1 if none does, or NEVER if it could not be chosen from the start.
const stateAt = (search, step) => {
  const trail = trailOf(search, step);
  const kind = search.steps[step][3];
  const tried = kind === REJECTED ? trail.pop() : -1;
  const owner = new Array(DATA.items.length).fill(-1), given = new Array(DATA.items.length).fill('');
  const used = DATA.items.map(() => 0);
  // What several options may cover is taken by the last of them.
  const isFull = i => !isCounted(i) || (used[i] += 1) === DATA.most[i];
  trail.forEach((option, k) => DATA.options[option].forEach((i, n) => {
    if (owner[i] < 0 && isFull(i)) { owner[i] = k; given[i] = color(option, n); }
  }));
  const removedBy = DATA.options.map((items, option) => {
    if (!isChoosable[option]) return NEVER;
    let first = -1;
    items.forEach((i, n) => {
      if (owner[i] >= 0 && (!given[i] || given[i] !== color(option, n)) && (first < 0 || owner[i] < first)) first = owner[i];
    });
    return first;
  });
  const left = optionsOf.map(options => options.reduce((sum, option) => sum + (removedBy[option] < 0 ? 1 : 0), 0));
  return { trail, tried, owner, given, removedBy, left };
};

// Steps, solutions and dead ends up to each step.
const sums = search => {
  let solutions = 0, deadEnds = 0;
  return search.steps.map(([, , , kind]) => {
    if (kind === SOLUTION) solutions += 1;
    if (kind === DEAD_END) deadEnds += 1;
    return { solutions, deadEnds };
  });
};

class Panel {
  constructor(search, number) {
    this.search = search;
    this.sums = sums(search);
    this.svg = BOARD ? byId('board').content.firstElementChild.cloneNode(true) : null;
    this.figures = element('ul', { class: 'figures' });
    this.whole = element('p', { class: 'whole' });
    this.what = element('ul', { class: 'what' });
    this.square = element('p', { class: 'square', 'aria-live': 'polite' });
    this.table = element('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Items and options' });
    this.tree = new Tree(search, step => { stop(); show(step); });
    const heading = element('h2', { id: `search${number}` }, search.name);
    this.root = element('section', { class: `panel ${BOARD ? BOARD.style : ''}`, 'aria-labelledby': `search${number}` }, heading, this.figures);
    const words = element('div', {}, this.tree.root, ...(this.svg ? [this.square] : []), this.what);
    this.root.append(element('div', { class: 'beside' }, ...(this.svg ? [element('figure', {}, this.svg)] : []), words));
    if (this.svg) {
      this.details = element('details', {}, element('summary', {}, 'Items and options'), this.table);
      this.details.addEventListener('toggle', () => this.fillTable());
      this.root.append(this.details, this.whole);
      this.cells = [...this.svg.querySelectorAll('[data-cell]')];
      this.listen();
    } else this.root.append(this.table, this.whole);
  }

  listen() {
    this.cursor = -1;
    this.svg.addEventListener('pointermove', event => this.look(event.target.dataset && event.target.dataset.cell !== undefined ? +event.target.dataset.cell : -1));
    this.svg.addEventListener('pointerleave', () => this.look(-1));
    this.svg.addEventListener('blur', () => this.look(-1));
    this.svg.addEventListener('keydown', event => {
      const steps = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
      if (event.key === 'Escape') this.look(-1);
      if (!steps) return;
      event.preventDefault();
      event.stopPropagation();
      if (this.cursor < 0) { this.look(0); return; }
      this.look(beyond(this.cursor, ...steps));
    });
  }

  show(step) {
    this.step = Math.min(step, this.search.steps.length - 1);
    this.state = stateAt(this.search, this.step);
    this.showFigures();
    this.showWords();
    if (this.svg) this.showBoard();
    this.tree.show(this.step);
    this.fillTable();
  }

  showFigures() {
    const { solutions, deadEnds } = this.sums[this.step];
    const figure = (name, label, value) => element('li', {}, element('b', { 'data-figure': name }, value.toLocaleString('en')), ` ${label}`);
    this.figures.replaceChildren(figure('positions', this.step === 1 ? 'position tried' : 'positions tried', this.step),
      figure('solutions', solutions === 1 ? 'solution' : 'solutions', solutions), figure('dead-ends', deadEnds === 1 ? 'dead end' : 'dead ends', deadEnds));
    const { positions, isWhole, isCut, first } = this.search;
    const whole = `${isWhole ? '' : 'more than '}${count(positions, 'position')}`;
    const start = first === null ? '' : `, the first solution after ${first.toLocaleString('en')}`;
    this.whole.textContent = `The whole search: ${whole}${start}${isCut ? `; ${count(this.search.steps.length - 1, 'step')} shown` : ''}.`;
  }

  showWords() {
    this.lines = this.words();
    this.what.replaceChildren(...this.lines.map(([text, kind]) => element('li', kind ? { class: kind } : {}, text)));
  }

  words() {
    const [parent, option, k, kind, i, n] = this.search.steps[this.step];
    const { trail, removedBy, owner, given } = this.state;
    const lines = [];
    if (option < 0) lines.push(['Nothing is chosen yet.']);
    else {
      const [, , , , of, all] = this.search.steps[parent];
      const level = trail.length + (kind === REJECTED ? 1 : 0);
      lines.push([`Level ${level}: ${optionName(option)}, ${all === 1 ? 'the only option' : `option ${k + 1} of ${all}`} for item ${item(of)}.`]);
      if (kind !== REJECTED) {
        const gone = removedBy.filter((by, o) => by === trail.length - 1 && o !== option).length;
        const [must, may] = [DATA.options[option].filter(i => i < DATA.primary), DATA.options[option].filter(i => i >= DATA.primary)];
        const others = may.length > NAMED ? [count(may.length, 'secondary item')] : may.map(item);
        lines.push([`It covers ${[...must.map(item), ...others].join(', ')} and removes ${count(gone, 'other option')}.`]);
      }
    }
    if (kind === BRANCH) {
      const why = this.search.isFewestFirst ? `it has ${count(n, 'option')} left, the fewest` : `the first that is open; ${count(n, 'option')} to try`;
      lines.push([`Next is item ${item(i)}: ${why}.`, 'end-branch']);
    }
    if (kind === DEAD_END) {
      lines.push([isCounted(i) ? `Dead end: too few options are left for item ${item(i)}.` : `Dead end: item ${item(i)} has no option left.`, 'end-dead']);
      const own = optionsOf[i].filter(o => isChoosable[o]);
      trail.forEach((culprit, k) => {
        const out = own.filter(o => removedBy[o] === k);
        const names = out.length <= NAMED ? `: ${out.map(optionName).join('; ')}` : '';
        if (out.length) lines.push([`Ruled out by ${theOption(culprit)}: ${out.length} of its ${count(own.length, 'option')}${names}.`]);
      });
      if (own.length === 0) lines.push(['No option that may be chosen has this item.']);
    }
    if (kind === SOLUTION) lines.push([`Solution ${this.sums[this.step].solutions}: everything is covered.`, 'end-solution']);
    if (kind === REJECTED) lines.push([`Rejected: ${item(i)} is ${given[i] ? 'given another color' : 'covered'} already by ${theOption(trail[owner[i]])}.`, 'end-rejected']);
    const next = this.search.steps[this.step + 1];
    if (next && kind !== BRANCH) {
      const depth = depthOf(this.search, next[0]);
      lines.push([depth === trail.length ? 'The next option of the same item is tried.' : `Back to ${depth ? `level ${depth}` : 'the beginning'}, where item ${item(this.search.steps[next[0]][4])} has another option.`]);
    } else if (!next) {
      lines.push([this.search.isCut ? `The record ends here, after ${count(this.step, 'step')}; the search goes on.` : 'Nothing is left to try: the search is over.']);
    }
    return lines;
  }

  // A copy of a cell, a square or another shape.
  outline(cell, name) {
    const made = this.cells[cell].cloneNode();
    made.removeAttribute('data-cell');
    made.setAttribute('class', name);
    return made;
  }

  // A point of the square in which a cell is written.
  at(cell, dx, dy) {
    const shape = this.cells[cell];
    const [x, y] = ['x', 'y'].map(key => +(shape.dataset[key] || shape.getAttribute(key)));
    return [x + dx, y + dy];
  }

  text(cell, dx, dy, name, words) {
    const made = document.createElementNS(SVG, 'text'), [x, y] = this.at(cell, dx, dy);
    made.setAttribute('x', x);
    made.setAttribute('y', y);
    made.setAttribute('class', name);
    made.textContent = words;
    return made;
  }

  showBoard() {
    const { trail, tried } = this.state;
    const [, , , kind, i] = this.search.steps[this.step];
    const ghost = tried >= 0 ? `<g class="ghost">${BOARD.drawn[tried]}</g>` : '';
    this.svg.querySelector('.marks').innerHTML = BOARD.given + trail.map(option => BOARD.drawn[option]).join('') + ghost;
    this.svg.querySelector('.hints').replaceChildren(...this.hints());
    const above = [];
    if (kind === BRANCH || kind === DEAD_END) {
      for (const cell of BOARD.places[i]) above.push(this.outline(cell, kind === BRANCH ? 'chosen' : 'starving'));
      if (kind === DEAD_END) BOARD.places[i].forEach(cell => above.push(this.text(cell, 33, 17, 'bang', '!')));
    }
    this.above = above;
    this.look(this.cursor);
    const marks = trail.map(optionName).join('; ');
    this.svg.setAttribute('aria-label', `Board: ${marks || 'empty'}. ${this.lines.map(([text]) => text).join(' ')} Arrow keys look at single cells.`);
  }

  // What can still stand where: attacked squares, pencil marks, options left.
  hints() {
    const { trail, removedBy } = this.state, made = [];
    const taken = new Set([...BOARD.givenAt, ...trail.flatMap(option => BOARD.marks[option])]);
    BOARD.cells.forEach((_, cell) => {
      if (taken.has(cell)) return;
      const here = optionsAt[cell], alive = here.filter(option => removedBy[option] < 0);
      if (BOARD.style === 'chess' && alive.length === 0) {
        const cross = document.createElementNS(SVG, 'path'), [x, y] = this.at(cell, 13, 13);
        const isFresh = here.some(option => removedBy[option] === trail.length - 1);
        cross.setAttribute('d', `M${x} ${y}l14 14m0 -14l-14 14`);
        cross.setAttribute('class', isFresh ? 'cross fresh' : 'cross');
        made.push(cross);
      } else if (BOARD.style === 'symbols' && SYMBOLS <= PENCILED) {
        const wide = Math.ceil(Math.sqrt(SYMBOLS)), step = 40 / wide;
        alive.forEach(option => {
          const k = BOARD.kinds[option];
          made.push(this.text(cell, (k % wide + .5) * step, (Math.floor(k / wide) + .75) * step, 'pencil', BOARD.words[option]));
        });
      } else if (BOARD.style !== 'chess') made.push(this.text(cell, 20, 24, 'pencil', alive.length));
    });
    return made;
  }

  // Shows the lines of a cell: all cells that an option there would rule out.
  look(cell) {
    this.cursor = cell;
    const above = this.svg.querySelector('.above'), made = [...this.above];
    this.square.textContent = '';
    if (cell >= 0) {
      const single = BOARD.style === 'chess' || BOARD.style === 'symbols';
      const reached = new Set();
      if (single) optionsAt[cell].forEach(option => DATA.options[option].forEach(i => BOARD.places[i].forEach(other => reached.add(other))));
      reached.forEach(other => made.push(this.outline(other, 'lines')));
      made.push(this.outline(cell, 'here'));
      this.square.textContent = this.describe(cell);
    }
    above.replaceChildren(...made);
  }

  describe(cell) {
    const { trail, removedBy } = this.state, here = optionsAt[cell], name = place(cell);
    const start = startOf(name);
    const owner = trail.find(option => BOARD.marks[option].includes(cell));
    if (owner !== undefined) return `${start}: ${optionName(owner)}.`;
    if (BOARD.givenAt.includes(cell)) return `${start}: stands there from the beginning.`;
    const alive = here.filter(option => removedBy[option] < 0);
    if (BOARD.style === 'chess') {
      if (alive.length) return `${start}: free.`;
      const by = here.length ? removedBy[here[0]] : NEVER;
      return by === NEVER ? `${start}: no queen may stand here from the beginning.` : `${start}: attacked by ${theOption(trail[by])}.`;
    }
    if (BOARD.style === 'symbols') return `${start}: ${alive.length ? `can be ${alive.map(option => BOARD.words[option]).join(', ')}` : 'nothing can stand here'}.`;
    return `${start}: ${count(alive.length, 'option')} left.`;
  }

  fillTable() {
    if (this.details && !this.details.open) return;
    const isSmall = DATA.items.length <= MATRIX_ITEMS && DATA.options.length <= MATRIX_OPTIONS;
    this.table.replaceChildren(isSmall ? this.matrix() : this.list());
  }

  // How an item stands: its options left, or what covers it.
  standing(i) {
    const { owner, left } = this.state, [, , , kind, at] = this.search.steps[this.step];
    if (i === at && kind === BRANCH) return ['next', `${left[i]}, next`];
    if (i === at && kind === DEAD_END) return ['none', isCounted(i) ? `${left[i]}, too few` : '0, none left'];
    if (owner[i] >= 0) return ['gone', 'covered'];
    return ['', `${left[i]}`];
  }

  matrix() {
    const { trail, tried, removedBy } = this.state;
    const head = element('tr', {}, element('th', { scope: 'col' }, 'option'));
    const below = element('tr', {}, element('th', { scope: 'row' }, 'options left'));
    DATA.items.forEach((label, i) => {
      const [kind, words] = this.standing(i);
      head.append(element('th', { scope: 'col', class: kind }, element('span', { class: 'label' }, i < DATA.primary ? label : `(${label})`)));
      below.append(element('td', { class: kind }, words));
    });
    const rows = DATA.options.map((items, option) => {
      const isChosen = trail.includes(option), isGone = !isChosen && removedBy[option] >= 0;
      const state = isChosen ? ' ✓ chosen' : option === tried ? ' ✗ rejected' : removedBy[option] === NEVER ? ' never chosen' : isGone ? ` removed at level ${removedBy[option] + 1}` : '';
      const cells = DATA.items.map((_, i) => {
        const k = items.indexOf(i);
        return element('td', {}, k < 0 ? '' : color(option, k) || '●');
      });
      return element('tr', { class: isChosen ? 'taken' : isGone ? 'gone' : '' }, element('th', { scope: 'row' }, element('span', { class: 'label' }, labelOf(option) || option), state), ...cells);
    });
    return element('table', {}, element('thead', {}, head), element('tbody', {}, below, ...rows));
  }

  list() {
    const rows = DATA.items.slice(0, LISTED_ITEMS).map((label, i) => {
      const [kind, words] = this.standing(i);
      const name = element('span', { class: 'label' }, i < DATA.primary ? label : `(${label})`);
      return element('tr', { class: kind }, element('th', { scope: 'row' }, name), element('td', {}, words));
    });
    if (DATA.items.length > LISTED_ITEMS) rows.push(element('tr', {}, element('td', { colspan: '2' }, `and ${DATA.items.length - LISTED_ITEMS} more`)));
    const head = element('tr', {}, element('th', { scope: 'col' }, 'item'), element('th', { scope: 'col' }, 'options left'));
    return element('table', {}, element('thead', {}, head), element('tbody', {}, ...rows));
  }
}

function legend() {
  const item = 'Dashed: the item that is next. Solid orange with “!”: the item that has no option left.';
  const tree = 'In the tree each node is an option that was tried: filled if it was tried by now, ringed at this step; orange is a dead end or was rejected, blue is a solution; a click goes there.';
  if (!BOARD) return `Orange: no option is left. ${tree}`;
  const style = {
    chess: '×: attacked; bold orange ×: by the last queen. Point at a square, or go there by arrow keys, to see its lines.',
    symbols: `Small: what can still stand there, of more than ${PENCILED} symbols their number. Point at a cell to see which cells it rules out.`,
    pieces: 'Numbers: options left for a cell.',
    row: 'Numbers: options left for a place.',
    tiles: 'Numbers: tiles that still fit into a cell, in all their turns.',
  }[BOARD.style];
  return `${style} ${item} ${tree}`;
}

const panels = DATA.searches.map((search, k) => new Panel(search, k));
byId('panels').append(...panels.map(panel => panel.root));
byId('legend').textContent = legend();
// There is no room for help on a telephone.
byId('help').open = matchMedia('(min-width: 40rem)').matches;
const slider = byId('step'), last = Math.max(...DATA.searches.map(search => search.steps.length)) - 1;
slider.max = last;
let timer = 0;

function show(step) {
  const now = Math.min(Math.max(step, 0), last);
  slider.value = now;
  panels.forEach(panel => panel.show(now));
  byId('number').textContent = `${now} of ${last}`;
  // What happens in the first search that has not ended.
  const active = panels.find(panel => now < panel.search.steps.length) || panels[0];
  const news = active.lines.map(([text]) => text).find(text => /^(Dead|Solution|Rejected)/.test(text)) || active.lines[0][0];
  byId('status').textContent = active === panels[0] ? news : `${active.search.name.split(':')[0]}: ${news}`;
  if (!timer) address(now);
  slider.setAttribute('aria-valuetext', `step ${now} of ${last}: ${byId('status').textContent}`);
}
// The address of the page names the step, so that it can be passed on. Browsers do not like it to change many times a second.
const PAUSE = 250;
let addressedAt = -PAUSE, later = 0, isReady = false;
function address(now) {
  if (!isReady) return;
  clearTimeout(later);
  const wait = addressedAt + PAUSE - performance.now();
  if (wait > 0) {
    later = setTimeout(() => address(now), wait);
    return;
  }
  addressedAt = performance.now();
  try {
    history.replaceState(null, '', `#step=${now}`);
  } catch {
    // A page in a frame without an address of its own has nothing to pass on.
  }
}
const addressed = () => +(/^#step=(\d+)$/.exec(location.hash) || [0, 0])[1];
const step = () => +slider.value;
const move = by => { stop(); show(step() + by); };
// The next step of the first search that ends in this way.
const find = kind => {
  stop();
  const next = DATA.searches[0].steps.findIndex((it, k) => k > step() && it[3] === kind);
  const { isCut, steps } = DATA.searches[0];
  const within = isCut ? ` in the ${count(steps.length - 1, 'step')} shown` : '';
  if (next >= 0) show(next);
  else byId('status').textContent = `No ${kind === SOLUTION ? 'solution' : 'dead end'} after this step${within}.`;
};
function stop() {
  if (timer) address(step());
  clearInterval(timer);
  timer = 0;
  byId('play').textContent = 'Play';
  byId('status').setAttribute('aria-live', 'polite');
}
function play() {
  if (timer) { stop(); return; }
  if (step() === last) show(0);
  timer = setInterval(() => step() < last ? show(step() + 1) : stop(), 1000 / +byId('speed').value);
  byId('play').textContent = 'Pause';
  // A screen reader should not announce every step while the search plays.
  byId('status').setAttribute('aria-live', 'off');
}
slider.addEventListener('input', () => { stop(); show(step()); });
byId('first').addEventListener('click', () => move(-last));
byId('back').addEventListener('click', () => move(-1));
byId('next').addEventListener('click', () => move(1));
byId('last').addEventListener('click', () => move(last));
byId('play').addEventListener('click', play);
byId('solution').addEventListener('click', () => find(SOLUTION));
byId('dead').addEventListener('click', () => find(DEAD_END));
byId('speed').addEventListener('change', () => { if (timer) { stop(); play(); } });
byId('controls').addEventListener('submit', event => event.preventDefault());
document.addEventListener('keydown', event => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  // A focused control has its own use for some keys.
  const control = event.target.tagName;
  if (control === 'SELECT' || event.target.closest('.scroll, .tree')) return;
  const actions = { ArrowLeft: () => move(-1), ArrowRight: () => move(1), Home: () => move(-last), End: () => move(last), s: () => find(SOLUTION), d: () => find(DEAD_END) };
  if (control !== 'BUTTON' && control !== 'SUMMARY') actions[' '] = play;
  const action = actions[event.key];
  if (!action) return;
  event.preventDefault();
  action();
});
addEventListener('hashchange', () => { stop(); show(addressed()); });
byId('about').textContent = `${count(DATA.primary, 'item')} must each be covered exactly once${DATA.primary < DATA.items.length ? `, ${DATA.items.length - DATA.primary} more at most once` : ''}, by options chosen from ${DATA.options.length.toLocaleString('en')}. Each step tries one option, for the item that is next; where an item has no option left, the search turns back.`;
show(addressed());
isReady = true;
