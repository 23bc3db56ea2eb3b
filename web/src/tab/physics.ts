/** MuJoCo in this browser, for Python beside it: the same version as a server's, stepped in the same way. */
import { load, type MuJoCo } from './mujoco';

type World = { model: NonNullable<ReturnType<MuJoCo['MjModel']['from_xml_string']>>; data: InstanceType<MuJoCo['MjData']> };

const mujoco = await load();
const worlds: World[] = [];

/** Build a model, its joints so many times as stiff; returns the number that it goes by. */
export function model(file: string, calming: number): number {
  const made = mujoco.MjModel.from_xml_string(file)!;
  const damping = made.dof_damping as Float64Array;
  if (calming !== 1) for (let d = 0; d < damping.length; d++) damping[d]! *= calming;
  worlds.push({ model: made, data: new mujoco.MjData(made) });
  return worlds.length - 1;
}

const bytes = (array: Float64Array): Uint8Array => new Uint8Array(array.buffer);

/** So many steps from a state (time, places, speeds): all states and all sensors, one step after the other. */
export function roll(number: number, begin: Uint8Array, steps: number): { states: Uint8Array; sensors: Uint8Array } {
  const { model, data } = worlds[number]!;
  const state = new Float64Array(begin.slice().buffer);
  mujoco.mj_resetData(model, data);
  const [q, v, s] = [data.qpos as Float64Array, data.qvel as Float64Array, data.sensordata as Float64Array];
  data.time = state[0]!;
  q.set(state.subarray(1, 1 + q.length));
  v.set(state.subarray(1 + q.length));
  const states = new Float64Array(steps * state.length);
  const sensors = new Float64Array(steps * s.length);
  for (let step = 0; step < steps; step++) {
    mujoco.mj_step(model, data);
    const at = step * state.length;
    states[at] = data.time;
    states.set(q, at + 1);
    states.set(v, at + 1 + q.length);
    sensors.set(s, step * s.length);
  }
  return { states: bytes(states), sensors: bytes(sensors) };
}
