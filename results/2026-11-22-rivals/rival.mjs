// Counts the exact covers of a file in Knuth's format with dancing-links of npm: node rival.mjs FILE
import { readFileSync } from 'fs'
import { DancingLinks } from 'dancing-links'

const lines = readFileSync(process.argv[2], 'utf8').split('\n').filter(l => l.trim() && l[0] !== '|').map(l => l.trim().split(/\s+/))
const bar = lines[0].includes('|') ? lines[0].indexOf('|') : lines[0].length
const primary = new Map(lines[0].slice(0, bar).map((name, k) => [name, k]))
const secondary = new Map(lines[0].slice(bar + 1).map((name, k) => [name, k]))
const solver = new DancingLinks().createSolver({ primaryColumns: primary.size, secondaryColumns: secondary.size })
const numbers = (option, names) => option.filter(name => names.has(name)).map(name => names.get(name))
lines.slice(1).forEach((option, k) => solver.addSparseConstraint(k, { primary: numbers(option, primary), secondary: numbers(option, secondary) }))
let count = 0
for (const _ of solver.createGenerator()) count++
console.log(count)
