'use strict';
// The search as a tree beside the board: a node for each option tried, from left to right as they are tried, the present one marked. A click on a node goes to its step.
const ACROSS = 9, DOWN = 15, MARGIN = 9;

class Tree {
  constructor(search, go) {
    this.steps = search.steps;
    this.layOut();
    const width = this.n_leaves * ACROSS + 2 * MARGIN, height = Math.max(...this.depth) * DOWN + 2 * MARGIN;
    this.svg = this.make('svg', { viewBox: `0 0 ${width} ${height}`, width, height, role: 'img' });
    this.nodes = this.steps.map(([, , , kind], step) => this.node(step, kind));
    this.way = this.make('path', { class: 'way' });
    this.svg.append(this.make('path', { class: 'twigs', d: this.twigs() }), this.way, ...this.nodes);
    this.svg.addEventListener('click', event => {
      const step = this.nodes.indexOf(event.target);
      if (step >= 0) go(step);
    });
    this.root = element('div', { class: 'tree', tabindex: '0', role: 'region', 'aria-label': 'Search tree' }, this.svg);
    this.now = 0;
  }

  // Leaves stand side by side in the order of their steps, parents above the middle of their children. A child comes after its parent.
  layOut() {
    const n = this.steps.length;
    this.depth = new Array(n).fill(0);
    this.n_leaves = 0;
    const isLeaf = new Array(n).fill(true), first = new Array(n), last = new Array(n);
    this.steps.forEach(([parent], step) => {
      if (parent === null || parent < 0) return;
      isLeaf[parent] = false;
      this.depth[step] = this.depth[parent] + 1;
    });
    this.across = this.steps.map((_, step) => isLeaf[step] ? this.n_leaves++ : 0);
    for (let step = n - 1; step >= 0; step -= 1) {
      if (!isLeaf[step]) this.across[step] = (first[step] + last[step]) / 2;
      const parent = this.steps[step][0];
      if (parent === null || parent < 0) continue;
      first[parent] = this.across[step];
      if (last[parent] === undefined) last[parent] = this.across[step];
    }
  }

  make(name, attributes) {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  }

  x(step) { return MARGIN + (this.across[step] + .5) * ACROSS; }

  y(step) { return MARGIN + this.depth[step] * DOWN; }

  node(step, kind) {
    const name = ['branch', 'dead', 'solution', 'rejected'][kind];
    return this.make('circle', { class: `node later ${name}`, cx: this.x(step), cy: this.y(step), r: kind === SOLUTION ? 5 : 3.5 });
  }

  twig(step) {
    const parent = this.steps[step][0];
    return parent === null || parent < 0 ? '' : `M${this.x(parent)} ${this.y(parent)}L${this.x(step)} ${this.y(step)}`;
  }

  twigs() { return this.steps.map((_, step) => this.twig(step)).join(''); }

  show(step) {
    const way = [];
    for (let s = step; s !== null && s >= 0; s = this.steps[s][0]) way.push(s);
    this.way.setAttribute('d', way.map(s => this.twig(s)).join(''));
    const [from, to] = [Math.min(this.now, step), Math.max(this.now, step)];
    for (let s = from; s <= to; s += 1) this.nodes[s].classList.toggle('later', s > step);
    this.nodes[this.now].classList.remove('now');
    this.nodes[step].classList.add('now');
    this.now = step;
    this.svg.setAttribute('aria-label', `Search tree of ${count(this.steps.length - 1, 'step')}; step ${step} is on level ${this.depth[step]}.`);
    this.root.scrollLeft = this.x(step) - this.root.clientWidth / 2;
    this.root.scrollTop = this.y(step) - this.root.clientHeight / 2;
  }
}

