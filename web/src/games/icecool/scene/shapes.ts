/** Small help for building things out of coloured primitives: many parts, one geometry, one draw call. */
import {
  BufferAttribute,
  BufferGeometry,
  Color,
  ExtrudeGeometry,
  Matrix4,
  Shape,
  ShapeGeometry,
  Vector2,
  Vector3,
} from 'three';
import { mergeGeometries, mergeVertices } from 'three/addons/utils/BufferGeometryUtils.js';
import { CHARM, FISH, type Outline } from '../charms';
import type { Letter } from '../plan';

/** A part in one colour; uv and index are dropped so that all parts merge. */
export function tinted(geometry: BufferGeometry, colour: string, place?: Matrix4): BufferGeometry {
  const plain = geometry.index ? geometry.toNonIndexed() : geometry;
  const made = new BufferGeometry();
  made.setAttribute('position', plain.getAttribute('position'));
  made.setAttribute('normal', plain.getAttribute('normal'));
  if (place) made.applyMatrix4(place);
  const tint = new Color(colour);
  const count = made.getAttribute('position').count;
  const colours = new Float32Array(count * 3);
  for (let i = 0; i < count; i++) tint.toArray(colours, i * 3);
  made.setAttribute('color', new BufferAttribute(colours, 3));
  return made;
}

const joined = (parts: BufferGeometry[]): BufferGeometry => mergeGeometries(parts)!;
/** Points that corners have in common are worked out once: a processor that draws is five times as quick with them. */
export const merged = (parts: BufferGeometry[]): BufferGeometry => mergeVertices(joined(parts));

/** The same form a little larger along its normals: drawn from behind, it is the pen's outline. */
export function grown(geometry: BufferGeometry, by: number): BufferGeometry {
  const made = geometry.clone();
  const [at, normal] = [made.getAttribute('position'), made.getAttribute('normal')];
  for (let i = 0; i < at.count; i++)
    at.setXYZ(i, at.getX(i) + normal.getX(i) * by, at.getY(i) + normal.getY(i) * by, at.getZ(i) + normal.getZ(i) * by);
  made.deleteAttribute('color');
  return made;
}

export const at = (
  x: number,
  y: number,
  z: number,
  scale: [number, number, number] = [1, 1, 1],
  turn: [number, number, number] = [0, 0, 0],
): Matrix4 => {
  const place = new Matrix4().makeTranslation(x, y, z);
  place
    .multiply(new Matrix4().makeRotationZ(turn[2]))
    .multiply(new Matrix4().makeRotationY(turn[1]))
    .multiply(new Matrix4().makeRotationX(turn[0]));
  return place.multiply(new Matrix4().makeScale(...scale));
};

const shape = (outline: Outline): Shape => new Shape(outline.map(([x, y]) => new Vector2(x, y)));

/** A charm as a flat form, its points bent onto whatever `onto` says. */
export function charm(
  letter: Letter,
  colour: string,
  onto: (u: number, v: number) => readonly [Vector3, Vector3],
): BufferGeometry {
  const parts = CHARM[letter].map((outline) => {
    const flat = new ShapeGeometry(shape(outline)).toNonIndexed();
    const [position, normal] = [flat.getAttribute('position'), flat.getAttribute('normal')];
    for (let i = 0; i < position.count; i++) {
      const [p, n] = onto(position.getX(i), position.getY(i));
      position.setXYZ(i, p.x, p.y, p.z);
      normal.setXYZ(i, n.x, n.y, n.z);
    }
    return tinted(flat, colour);
  });
  return joined(parts);
}

/** A fish token: a flat wooden fish in the x-y plane, head to -x, with its charm on both sides. */
export function fish(letter: Letter, colour: string, size: number): { body: BufferGeometry; hull: BufferGeometry } {
  const thick = 0.26;
  const solid = new ExtrudeGeometry(shape(FISH.map(([x, y]) => [x * size, y * size] as const)), {
    depth: thick,
    bevelEnabled: true,
    bevelSize: 0.05,
    bevelThickness: 0.05,
    bevelSegments: 1,
    curveSegments: 6,
  });
  solid.translate(0, 0, -thick / 2);
  const front = thick / 2 + 0.07;
  const parts = [tinted(solid, colour)];
  for (const side of [1, -1]) {
    parts.push(
      charm(letter, '#FFFFFF', (u, v) => [
        new Vector3(size * (-0.14 + 0.34 * u * side), size * 0.34 * v, side * front),
        new Vector3(0, 0, side),
      ]),
    );
    const eye = new ShapeGeometry(
      new Shape(Array.from({ length: 12 }, (_, k) => new Vector2(Math.cos((k * Math.PI) / 6), Math.sin((k * Math.PI) / 6)))),
    );
    parts.push(
      tinted(
        eye,
        '#FFFFFF',
        at(-0.74 * size, 0.1 * size, side * front, [0.1 * size, 0.1 * size, 1], [side > 0 ? 0 : Math.PI, 0, 0]),
      ),
    );
  }
  const hull = grown(tinted(solid, '#000'), 0.085);
  return { body: merged(parts), hull };
}
