/** A penguin of wood: round base, scarf, and its charm on belly, back and head. It looks along +x; its origin is the middle of the base ball. */
import {
  BackSide,
  BufferGeometry,
  ConeGeometry,
  CylinderGeometry,
  DataTexture,
  GreaterDepth,
  Group,
  LatheGeometry,
  Mesh,
  MeshBasicMaterial,
  MeshToonMaterial,
  NearestFilter,
  RedFormat,
  SphereGeometry,
  TorusGeometry,
  Vector2,
  Vector3,
  BufferAttribute,
} from 'three';
import { INK, RADIUS, type Letter } from '../plan';
import { PEN } from './paint';
import { at, charm, grown, merged, tinted } from './shapes';

const COAT = '#3B3648';
const CREAM = '#FFF8EA';
const BEAK = '#F4A11E';

/** Radius and height of the outline, from the foot to the crown: three balls of the physics in one skin. */
const SKIN: readonly (readonly [number, number])[] = [
  [0.02, -1.74],
  [0.55, -1.66],
  [1.0, -1.44],
  [1.38, -1.08],
  [1.64, -0.6],
  [1.75, 0],
  [1.7, 0.36],
  [1.56, 0.66],
  [1.34, 0.9],
  [1.18, 1.04],
  [1.14, 1.2],
  [1.16, 1.42],
  [1.14, 1.64],
  [1.04, 1.9],
  [0.86, 2.12],
  [0.6, 2.3],
  [0.3, 2.39],
  [0.01, 2.42],
];

function wide(z: number): number {
  for (let k = 1; k < SKIN.length; k++) {
    const [[r0, z0], [r1, z1]] = [SKIN[k - 1]!, SKIN[k]!];
    if (z <= z1) return r0 + ((r1 - r0) * (z - z0)) / (z1 - z0 || 1);
  }
  return 0;
}
/** A point just outside of the skin and the way out of it, by angle and height. */
function skin(angle: number, z: number, off: number): readonly [Vector3, Vector3] {
  const slope = (wide(z + 0.05) - wide(z - 0.05)) / 0.1;
  const out = new Vector3(Math.cos(angle), Math.sin(angle), -slope).normalize();
  const r = wide(z);
  return [new Vector3(r * Math.cos(angle), r * Math.sin(angle), z).addScaledVector(out, off), out];
}
/** A round patch on the skin: middle, half its angle, half its height. */
function patch(
  angle: number,
  z: number,
  halfAngle: number,
  halfHeight: number,
  colour: string,
  off: number,
  squeeze = 0,
): BufferGeometry {
  // As fine as it is large: a belly bends, an eye does not.
  const [rings, spokes] = halfHeight > 0.6 ? [5, 22] : halfHeight > 0.3 ? [2, 16] : [1, 12];
  const [points, normals]: [number[], number[]] = [[], []];
  const spot = (ring: number, spoke: number) => {
    const [c, s] = [Math.cos((spoke / spokes) * 2 * Math.PI), Math.sin((spoke / spokes) * 2 * Math.PI)];
    const share = ring / rings;
    return skin(angle + halfAngle * share * c * (1 - squeeze * s), z + halfHeight * share * s, off);
  };
  for (let ring = 0; ring < rings; ring++)
    for (let spoke = 0; spoke < spokes; spoke++)
      for (const [a, b] of [
        [ring, spoke],
        [ring + 1, spoke],
        [ring + 1, spoke + 1],
        [ring, spoke],
        [ring + 1, spoke + 1],
        [ring, spoke + 1],
      ] as const) {
        const [p, n] = spot(a, b);
        points.push(p.x, p.y, p.z);
        normals.push(n.x, n.y, n.z);
      }
  const made = new BufferGeometry();
  made.setAttribute('position', new BufferAttribute(new Float32Array(points), 3));
  made.setAttribute('normal', new BufferAttribute(new Float32Array(normals), 3));
  return tinted(made, colour);
}

function ramp(): DataTexture {
  const made = new DataTexture(new Uint8Array([165, 215, 255, 255]), 4, 1, RedFormat);
  made.minFilter = made.magFilter = NearestFilter;
  made.needsUpdate = true;
  return made;
}
let gradient: DataTexture | undefined;
/** Flat paint with one crescent of shade. */
export const paint = (): MeshToonMaterial => new MeshToonMaterial({ vertexColors: true, gradientMap: (gradient ??= ramp()) });
export const pen = (): MeshBasicMaterial => new MeshBasicMaterial({ color: PEN, side: BackSide });

function mixed(colour: string, share: number): string {
  const part = (k: number) => Math.round(parseInt(colour.slice(1 + 2 * k, 3 + 2 * k), 16) * (1 - share) + 255 * share);
  return `#${[0, 1, 2].map((k) => part(k).toString(16).padStart(2, '0')).join('')}`;
}

interface Forms {
  body: BufferGeometry;
  hull: BufferGeometry;
}
/** Its outline alone, turned so often round its axis. */
function turned(times: number): BufferGeometry {
  const made = new LatheGeometry(
    SKIN.map(([r, z]) => new Vector2(r, z)),
    times,
  );
  return made.rotateX(Math.PI / 2);
}
let core: BufferGeometry | undefined;
const made = new Map<Letter, Forms>();
/** Body and outline of a colour, built once: ghosts share them. */
function forms(letter: Letter): Forms {
  const known = made.get(letter) ?? build(letter);
  made.set(letter, known);
  return known;
}

function build(letter: Letter): Forms {
  const colour = INK[letter];
  const pale = mixed(colour, 0.45);
  const solid = [
    tinted(turned(28), COAT),
    tinted(new ConeGeometry(0.27, 0.66, 10), BEAK, at(1.36, 0, 1.46, [1, 1.25, 1], [0, 0, -Math.PI / 2])),
    tinted(new SphereGeometry(1, 12, 6), BEAK, at(1.06, 0.62, -1.6, [0.62, 0.44, 0.18], [0, 0, 0.2])),
    tinted(new SphereGeometry(1, 12, 6), BEAK, at(1.06, -0.62, -1.6, [0.62, 0.44, 0.18], [0, 0, -0.2])),
    ...[1, -1].map((side) =>
      tinted(new SphereGeometry(1, 10, 8), COAT, at(-0.12, side * 1.6, -0.02, [0.5, 0.2, 0.95], [side * 0.34, -0.16, 0])),
    ),
    tinted(new SphereGeometry(1, 8, 6), COAT, at(-1.5, 0, -1.2, [0.5, 0.36, 0.2], [0, 0.5, 0])),
    // The scarf: a ring with stripes, a knot at the side and two tails.
    tinted(new TorusGeometry(1.26, 0.28, 8, 28), colour, at(0, 0, 0.92, [1, 1, 0.95])),
    tinted(new SphereGeometry(0.4, 9, 6), colour, at(1.2, -0.78, 0.82)),
    tinted(
      new CylinderGeometry(0.22, 0.36, 1.3, 9),
      colour,
      at(1.46, -0.78, 0.12, [1, 0.36, 1], [0, 0, -0.55]).multiply(at(0, 0, 0, [1, 1, 1], [Math.PI / 2, 0, 0])),
    ),
    tinted(
      new CylinderGeometry(0.2, 0.32, 1, 9),
      pale,
      at(1.2, -1.2, 0.2, [1, 0.36, 1], [0, 0, -0.95]).multiply(at(0, 0, 0, [1, 1, 1], [Math.PI / 2, 0, 0])),
    ),
  ];
  const stripes = Array.from({ length: 9 }, (_, k) => {
    const a = (k / 9) * 2 * Math.PI + 0.3;
    return tinted(
      new TorusGeometry(0.292, 0.035, 4, 9),
      pale,
      at(1.26 * Math.cos(a), 1.26 * Math.sin(a), 0.92, [1, 1, 1], [Math.PI / 2, 0, a]),
    );
  });
  const face = [
    patch(0, -0.42, 0.98, 1.14, CREAM, 0.03, 0.12),
    ...[1, -1].flatMap((side) => [
      patch(side * 0.4, 1.62, 0.5, 0.45, CREAM, 0.035),
      patch(side * 0.38, 1.66, 0.19, 0.22, '#241C26', 0.06),
      patch(side * 0.38 - 0.05, 1.74, 0.065, 0.075, '#FFFFFF', 0.085),
      patch(side * 0.74, 1.4, 0.15, 0.09, '#F59CAA', 0.05),
    ]),
  ];
  const [belly, back] = [-0.5, -0.35];
  const marks = [
    charm(letter, colour, (u, v) => skin((u * 0.62) / wide(belly), belly + v * 0.62, 0.06)),
    patch(Math.PI, back, 0.52, 0.86, colour, 0.03),
    charm(letter, '#FFFFFF', (u, v) => skin(Math.PI + (u * 0.56) / wide(back), back + v * 0.56, 0.07)),
    crown(colour),
    charm(letter, '#FFFFFF', (u, v) => [
      new Vector3(v * 0.55 - 0.1, u * -0.55, 2.575 - 0.13 * (u * u + v * v)),
      new Vector3(0, 0, 1),
    ]),
  ];
  const bobble = tinted(new TorusGeometry(0.8, 0.11, 6, 20), pale, at(-0.1, 0, 2.16, [1, 1, 0.8], [0, -0.06, 0]));
  return {
    body: merged([...solid, ...stripes, ...face, ...marks, bobble]),
    hull: merged([...solid, bobble].map((part) => grown(part, 0.085))),
  };
}

/** A round cap of felt that carries the charm, so that a penguin is known from above. */
function crown(colour: string): BufferGeometry {
  const cap = new SphereGeometry(1, 20, 5, 0, Math.PI * 2, 0, Math.PI / 2);
  cap.rotateX(Math.PI / 2);
  return tinted(cap, colour, at(-0.1, 0, 2.14, [0.8, 0.8, 0.4]));
}

export class Penguin {
  readonly group = new Group();
  private body: Mesh;
  private hull: Mesh;
  constructor(readonly letter: Letter) {
    const { body, hull } = forms(letter);
    this.body = new Mesh(body, paint());
    this.hull = new Mesh(hull, pen());
    this.body.castShadow = true;
    this.body.receiveShadow = true;
    // Where a wall hides it, its shape shows in its colour: drawn after the walls and before itself, which it must not cover.
    const behind = new Mesh(
      (core ??= turned(14)),
      new MeshBasicMaterial({ color: mixed(INK[letter], 0.45), depthFunc: GreaterDepth, depthWrite: false }),
    );
    behind.renderOrder = 1;
    this.body.renderOrder = this.hull.renderOrder = 2;
    this.group.add(behind, this.body, this.hull);
    this.group.position.z = RADIUS;
  }
  /** A pale picture of itself: where it could stand. */
  static ghost(letter: Letter): Group {
    const material = paint();
    material.transparent = true;
    material.opacity = 0.5;
    material.depthWrite = true;
    const mesh = new Mesh(forms(letter).body, material);
    const group = new Group();
    group.add(mesh);
    group.position.z = RADIUS;
    return group;
  }
}
