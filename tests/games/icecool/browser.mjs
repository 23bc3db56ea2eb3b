// Flicks as a browser's tab does them, in Node: Python by Pyodide, MuJoCo by its package for browsers.
// node browser.mjs WEB JOBS REPORTS PACKED ...: JSON in and out, and what is to be unpacked for Python
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [web, jobs, out, ...packed] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(web, 'node_modules/pyodide/pyodide.mjs')).href);
const { default: load } = await import(pathToFileURL(join(web, 'node_modules/@mujoco/mujoco/mujoco.js')).href);
const mujoco = await load();
const python = await loadPyodide();
for (const file of packed) {
  const body = readFileSync(file);
  python.unpackArchive(body.buffer.slice(body.byteOffset, body.byteOffset + body.length), 'gztar', { extractDir: '/home/parlour' });
}
const worlds = [];
const exportsOf = (module) => {
  const { exports } = new WebAssembly.Instance(module);
  const { memory } = exports;
  return {
    base: exports.__heap_base.value,
    room: () => memory.buffer.byteLength,
    grow: (pages) => memory.grow(pages) >= 0,
    read: (at, size) => new Uint8Array(memory.buffer, at, size),
    write: (at, data) => new Uint8Array(memory.buffer).set(data, at),
    call: (name, letters, given) => exports[name](...given.map((value, i) => (letters[i] === 'l' ? BigInt(value) : value))),
  };
};
python.registerJsModule('parlour_host', {
  compile: (code) => new WebAssembly.Module(code),
  instance: exportsOf,
  model(file, calming) {
    const model = mujoco.MjModel.from_xml_string(file);
    if (calming !== 1) for (let d = 0; d < model.dof_damping.length; d++) model.dof_damping[d] *= calming;
    return worlds.push({ model, data: new mujoco.MjData(model) }) - 1;
  },
  roll(number, begin, steps) {
    const { model, data } = worlds[number];
    const state = new Float64Array(begin.slice().buffer);
    mujoco.mj_resetData(model, data);
    const { qpos: q, qvel: v, sensordata: s } = data;
    data.time = state[0];
    q.set(state.subarray(1, 1 + q.length));
    v.set(state.subarray(1 + q.length));
    const [states, sensors] = [new Float64Array(steps * state.length), new Float64Array(steps * s.length)];
    for (let step = 0; step < steps; step++) {
      mujoco.mj_step(model, data);
      states[step * state.length] = data.time;
      states.set(q, step * state.length + 1);
      states.set(v, step * state.length + 1 + q.length);
      sensors.set(s, step * s.length);
    }
    return { states: new Uint8Array(states.buffer), sensors: new Uint8Array(sensors.buffer) };
  },
});
python.globals.set('jobs', readFileSync(jobs, 'utf8'));
writeFileSync(
  out,
  await python.runPythonAsync(`
import sys
sys.path.insert(0, "/home/parlour")
import json, msgspec
from parlour.games.icecool.flick import FlickIntent
from parlour.games.icecool.physics import simulate
from parlour.games.icecool.report import Spot
reports = []
for poses, actor, intent in json.loads(jobs):
    start = {colour: None if spot is None else Spot(*spot) for colour, spot in poses.items()}
    run = simulate(start, actor, FlickIntent(*intent))
    reports.append([msgspec.to_builtins(run.report), len(run.trajectory.frames)])
json.dumps(reports)
`),
);
process.exit(0);
