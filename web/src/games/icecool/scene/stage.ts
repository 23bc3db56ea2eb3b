/** The school in three dimensions: light, cameras, penguins, fish and the aim. It draws only when something has changed. */
import {
  AmbientLight,
  BufferGeometry,
  Color,
  DirectionalLight,
  Fog,
  Group,
  HemisphereLight,
  Mesh,
  MeshBasicMaterial,
  PCFShadowMap,
  PerspectiveCamera,
  Plane,
  Quaternion,
  Raycaster,
  RingGeometry,
  Scene,
  Vector2,
  Vector3,
  WebGLRenderer,
} from 'three';
import type { Pose } from '../film';
import { door, hooks, HIGH, INK, LETTERS, RADIUS, SIDE, type Letter, type Point } from '../plan';
import type { Reach } from '../reach';
import { paint, pen, Penguin } from './penguin';
import { fish } from './shapes';
import { glows, school, tintGround } from './school';

export type Look = 'shoulder' | 'chase' | 'top' | 'whole';
export interface AimShown {
  seat: number;
  aim: number;
  power: number;
  /** The way ahead, where help is wanted. */
  reach: Reach | null;
  mine: boolean;
}
interface Eye {
  at: Vector3;
  to: Vector3;
}
export interface Figures {
  calls: number;
  triangles: number;
  fps: number;
  quality: number;
  /** Pictures drawn so far, and forms that the graphics chip keeps. */
  pictures: number;
  forms: number;
}

const UP = new Vector3(0, 0, 1);
const OVER = new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), Math.PI);
const MID = new Vector3(SIDE / 2, SIDE / 2, 0);
/** So many points has the least picture. */
const LEAST = 160_000;
/** How much of the way to a flying penguin the camera goes. */
const LEAN = 0.22;
const CORNERS = [0, SIDE].flatMap((x) => [0, SIDE].flatMap((y) => [0, HIGH].map((z) => new Vector3(x, y, z))));

export class Stage3 {
  look: Look = 'whole';
  /** Told after every picture, for what lies above the canvas. */
  drawn: () => void = () => undefined;
  private renderer: WebGLRenderer;
  private scene = new Scene();
  private camera = new PerspectiveCamera(30, 1, 1, 900);
  private eye: Eye = { at: new Vector3(33, -70, 90), to: MID.clone() };
  private goal: Eye = { at: new Vector3(33, -70, 90), to: MID.clone() };
  private world: Group;
  private penguins: Penguin[];
  private hanging = new Group();
  private fishes = new Map<Letter, { body: BufferGeometry; hull: BufferGeometry }>();
  private wood = paint();
  private outline = pen();
  private ghosts = new Group();
  private glowing = new Mesh(
    new BufferGeometry(),
    new MeshBasicMaterial({ vertexColors: true, transparent: true, opacity: 0.82, depthWrite: false }),
  );
  private sun = new DirectionalLight('#FFF1DA', 1.5);
  private sky = new HemisphereLight('#FFFFFF', '#F1E2D4', 2);
  private fill = new AmbientLight('#FFF6EE', 0.25);
  private haze = new Fog('#CFE6F1', 150, 340);
  private follow = { seat: -1, heading: 0 };
  /** Which way the close cameras look now: they walk round a penguin that turns, never over its head. */
  private course = 0;
  private asked = 0;
  private wanted = 0;
  private before = 0;
  private slow = 0;
  private pace = 16;
  private quality = 3;
  private still = false;
  private flying = false;
  private size = { w: 1, h: 1 };
  private clear = { left: 0, top: 0, bottom: 0 };
  private ray = new Raycaster();

  constructor(
    private canvas: HTMLCanvasElement,
    names: (id: string) => string,
    night: boolean,
    /** `soft`: the processor draws, which gets the plain picture from the start; `fixed`: so well and not otherwise. */
    private how: { soft: boolean; fixed?: number },
  ) {
    this.renderer = new WebGLRenderer({ canvas, antialias: !how.soft, powerPreference: 'high-performance' });
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.renderer.shadowMap.autoUpdate = false;
    this.camera.up = UP;
    this.world = school(Math.min(how.soft ? 1024 : 2048, this.renderer.capabilities.maxTextureSize), names, how.soft);
    if (how.soft)
      this.world.traverse((thing) => {
        const map = ((thing as Mesh).material as MeshBasicMaterial | undefined)?.map;
        if (map) map.anisotropy = 1;
      });
    this.penguins = LETTERS.map((letter) => new Penguin(letter));
    for (const letter of LETTERS) this.fishes.set(letter, fish(letter, INK[letter], 1.5));
    this.sun.position.set(12, -22, 76).add(MID);
    this.sun.target.position.copy(MID);
    this.sun.castShadow = true;
    this.sun.shadow.mapSize.set(2048, 2048);
    this.sun.shadow.radius = 4;
    this.sun.shadow.bias = -0.0006;
    this.sun.shadow.normalBias = 0.06;
    Object.assign(this.sun.shadow.camera, { left: -52, right: 52, top: 52, bottom: -52, near: 10, far: 140 });
    this.scene.add(
      this.world,
      this.hanging,
      this.ghosts,
      this.glowing,
      this.sun,
      this.sun.target,
      this.sky,
      this.fill,
      ...this.penguins.map((p) => p.group),
    );
    for (const { group } of this.penguins) group.visible = false;
    this.glowing.visible = false;
    this.lower(how.fixed ?? (how.soft ? 1 : 3));
    this.dress(night);
  }

  /** The room goes dark, the things in it keep their colours. */
  dress(night: boolean): void {
    const ice = night ? '#183344' : '#CFE6F1';
    this.scene.background = new Color(ice);
    this.scene.fog = this.haze;
    this.haze.color.set(ice);
    tintGround(this.world, night ? '#20425A' : '#CBE4F4');
    this.sun.intensity = night ? 1.15 : 1.5;
    this.sun.color.set(night ? '#FFE2B8' : '#FFF1DA');
    this.sky.intensity = night ? 1.5 : 2;
    this.sky.groundColor.set(night ? '#B9A9B5' : '#F1E2D4');
    this.shade();
  }

  /** The canvas in CSS pixels; `clear` of them on each side lie behind other things, where the school does not go. */
  resize(w: number, h: number, clear = this.clear): void {
    const [wide, high] = [w - clear.left, h - clear.top - clear.bottom];
    if (wide < 2 || high < 2) return;
    this.size = { w, h };
    this.clear = clear;
    this.renderer.setPixelRatio(this.ratio());
    this.renderer.setSize(w, h, false);
    this.camera.aspect = wide / high;
    this.camera.setViewOffset(wide, high, -clear.left, -clear.top, w, h);
    this.camera.updateProjectionMatrix();
    this.aimCamera(true);
    this.paint(); // a canvas of a new size is empty, and nobody shall see that
  }

  /** Where the least is wanted, there are no more points than a processor paints in a frame; what lies above stays sharp. */
  private ratio(): number {
    const least = Math.min(0.6, Math.sqrt(LEAST / (this.size.w * this.size.h)));
    return Math.min(devicePixelRatio, [least, 1, 1.5, 2][this.quality]!);
  }

  // What stands where.

  /** Puts a penguin; `heading` is where it looked before its body turned. */
  put(seat: number, pose: Pose | null, heading = -90): void {
    const group = this.penguins[seat]!.group;
    group.visible = pose !== null;
    if (pose) {
      group.position.set(pose.x, pose.y, pose.z);
      group.quaternion
        .set(pose.qx, pose.qy, pose.qz, pose.qw)
        .multiply(new Quaternion().setFromAxisAngle(UP, (heading * Math.PI) / 180));
    }
    this.shade();
  }

  hang(on: Record<string, readonly Letter[]>): void {
    this.hanging.clear();
    for (const [id, letters] of Object.entries(on)) {
      const d = door(id);
      hooks(d, letters.length).forEach(({ x, y, aside }, k) => {
        const { body, hull } = this.fishes.get(letters[k]!)!;
        const group = new Group();
        const mesh = new Mesh(body, this.wood);
        mesh.castShadow = true;
        group.add(mesh, new Mesh(hull, this.outline));
        group.position.set(x, y, HIGH + 1.35);
        group.userData = { away: d.axis === 'x' ? new Vector3(aside, 0, 0) : new Vector3(0, aside, 0) };
        this.hanging.add(group);
      });
    }
    this.shade();
  }

  /** Fish show their flat side to whoever looks, tails on the lintel, whichever way its wall runs. */
  private turnFish(): void {
    const { quaternion } = this.camera;
    const [right, up] = [new Vector3(1, 0, 0).applyQuaternion(quaternion), new Vector3(0, 1, 0).applyQuaternion(quaternion)];
    for (const group of this.hanging.children) {
      const { away } = group.userData as { away: Vector3 };
      const head = Math.atan2(away.dot(up), away.dot(right));
      const back = Math.abs(head) > Math.PI / 2;
      group.quaternion.copy(quaternion).multiply(new Quaternion().setFromAxisAngle(UP, back ? head - Math.PI : head));
      // It is cut with its head to the left: turned over, it looks to the right and still swims upright.
      if (!back) group.quaternion.multiply(OVER);
    }
  }

  /** Doors that are mine to pass, and places where somebody stands whom I can reach. */
  glow(doors: readonly string[], places: readonly Point[]): void {
    this.glowing.geometry.dispose();
    this.glowing.geometry = glows(doors, places);
    this.glowing.visible = doors.length + places.length > 0;
    this.wake();
  }

  offer(spots: readonly (Point & { letter: Letter; strong?: boolean })[]): void {
    for (const ghost of this.ghosts.children) {
      const [body, ring] = ghost.children as Mesh[];
      ring!.geometry.dispose(); // the body's form is shared
      for (const { material } of [body!, ring!]) (material as MeshBasicMaterial).dispose();
    }
    this.ghosts.clear();
    for (const { x, y, letter, strong } of spots) {
      const group = Penguin.ghost(letter);
      group.position.x = x;
      group.position.y = y;
      group.rotation.z = -Math.PI / 2;
      const ring = new Mesh(
        new RingGeometry(2.1, 2.45, 40),
        new MeshBasicMaterial({ color: strong ? '#35702F' : '#17667C', transparent: true, opacity: 0.9 }),
      );
      ring.position.z = 0.05 - RADIUS;
      group.add(ring);
      this.ghosts.add(group);
    }
    this.shade();
  }

  // Cameras.

  /** Whom shoulder and chase follow, and where that one looks, in degrees. */
  watch(seat: number, heading: number): void {
    this.follow = { seat, heading };
    this.aimCamera();
  }
  /** While a penguin flies the camera leans towards it a little, and comes home when it rests. */
  fly(flying: boolean): void {
    if (flying === this.flying) return;
    this.flying = flying;
    this.aimCamera();
  }
  see(look: Look, at_once = false): void {
    this.look = look;
    this.aimCamera(at_once);
  }

  private aimCamera(at_once = this.still): void {
    const portrait = this.camera.aspect < 0.9;
    const near = this.follow.seat >= 0 && this.penguins[this.follow.seat]!.group.visible;
    if (this.follows && near) {
      if (at_once) this.course = this.follow.heading;
      const { x, y, z } = this.penguins[this.follow.seat]!.group.position;
      const turn = (this.course * Math.PI) / 180;
      const [c, s] = [Math.cos(turn), Math.sin(turn)];
      const [back, up, on] =
        this.look === 'shoulder' ? (portrait ? [26, 17, 13] : [24, 13.5, 13]) : portrait ? [32, 24, 6] : [26, 19, 6];
      this.goal.at.set(x - c * back, y - s * back, up + z * 0.4);
      this.goal.to.set(x + c * on, y + s * on, 1.5);
      this.set_fov(this.look === 'shoulder' ? 40 : 38);
    } else if (this.look === 'top') {
      this.set_fov(22);
      this.fit(new Vector3(0, -0.0015, 1), portrait ? 1.02 : 1.04);
    } else {
      this.set_fov(28);
      // The squarer the screen, the steeper one looks.
      const flat = Math.min(1, Math.max(0, (this.camera.aspect - 0.8) / 0.9));
      this.fit(new Vector3(0, -0.5 - 0.12 * flat, 1.16 - 0.4 * flat), portrait ? 1.0 : 1.05);
      if (this.flying && near) {
        const { x, y } = this.penguins[this.follow.seat]!.group.position;
        const lean = new Vector3(x - MID.x, y - MID.y, 0).multiplyScalar(LEAN);
        this.goal.to.add(lean);
        this.goal.at.add(lean).lerp(this.goal.to, LEAN / 2);
      }
    }
    if (at_once) {
      this.eye.at.copy(this.goal.at);
      this.eye.to.copy(this.goal.to);
    }
    this.wake();
  }
  private get follows(): boolean {
    return this.look === 'shoulder' || this.look === 'chase';
  }
  /** How far the close camera still has to walk round, in degrees. */
  private get behind(): number {
    return this.follows && this.follow.seat >= 0 ? ((((this.follow.heading - this.course) % 360) + 540) % 360) - 180 : 0;
  }
  private set_fov(degrees: number): void {
    if (this.camera.fov === degrees) return;
    this.camera.fov = degrees;
    this.camera.updateProjectionMatrix();
  }
  /** As near as the whole school allows, from a direction. */
  private fit(way: Vector3, margin: number): void {
    way = way.clone().normalize();
    let [low, high] = [30, 800];
    const probe = new PerspectiveCamera(this.camera.fov, this.camera.aspect, 1, 2000);
    probe.up = UP;
    const target = MID.clone().add(new Vector3(0, 0, 1));
    const box = { low: 0, high: 0 };
    for (let k = 0; k < 18; k++) {
      const middle = (low + high) / 2;
      probe.position.copy(target).addScaledVector(way, middle);
      probe.lookAt(target);
      probe.updateMatrixWorld();
      const ys = CORNERS.map((corner) => corner.clone().project(probe));
      box.low = Math.min(...ys.map((p) => p.y));
      box.high = Math.max(...ys.map((p) => p.y));
      const wide = Math.max(...ys.map((p) => Math.abs(p.x)));
      if (Math.max(wide, (box.high - box.low) / 2) * margin > 1) low = middle;
      else high = middle;
    }
    this.goal.at.copy(target).addScaledVector(way, high);
    this.goal.to.copy(target);
    // Centre what is seen: look a little lower or higher.
    const shift = ((box.high + box.low) / 2) * Math.tan((this.camera.fov * Math.PI) / 360) * high;
    const up = new Vector3().crossVectors(new Vector3().crossVectors(UP, way).normalize(), way).negate();
    this.goal.at.addScaledVector(up, shift);
    this.goal.to.addScaledVector(up, shift);
  }

  /** Where a point of the school is on the canvas, in CSS pixels. */
  project(x: number, y: number, z: number): { x: number; y: number; seen: boolean } {
    const p = new Vector3(x, y, z).project(this.camera);
    return {
      x: ((p.x + 1) / 2) * this.size.w,
      y: ((1 - p.y) / 2) * this.size.h,
      seen: p.z < 1 && Math.abs(p.x) < 1.05 && Math.abs(p.y) < 1.05,
    };
  }
  /** The point of the floor (or of a height above it) under the finger. */
  floor(px: number, py: number, height = 0): Point | null {
    this.ray.setFromCamera(new Vector2((px / this.size.w) * 2 - 1, 1 - (py / this.size.h) * 2), this.camera);
    const hit = this.ray.ray.intersectPlane(new Plane(UP, -height), new Vector3());
    return hit && { x: hit.x, y: hit.y };
  }

  // Drawing.

  private shade(): void {
    this.renderer.shadowMap.needsUpdate = true;
    this.wake();
  }
  set calm(still: boolean) {
    this.still = still;
  }
  /** Something has changed: draw once, and go on while the camera travels. */
  wake(): void {
    if (this.asked) return;
    this.wanted = performance.now();
    this.asked = requestAnimationFrame((now) => this.draw(now));
  }
  private draw(now: number): void {
    this.asked = 0;
    const passed = Math.min(now - this.before, 120);
    this.before = now;
    const left = this.behind;
    if (Math.abs(left) > 0.2) {
      const most = (passed / 1000) * (this.look === 'chase' ? 100 : 240);
      this.course += Math.sign(left) * Math.min(Math.abs(left) * (1 - Math.exp(-passed / 160)), most);
      this.aimCamera();
    }
    const share = this.still ? 1 : 1 - Math.exp(-passed / (this.look === 'chase' ? 150 : 190));
    this.eye.at.lerp(this.goal.at, share);
    this.eye.to.lerp(this.goal.to, share);
    this.paint();
    this.drawn();
    this.judge(performance.now() - this.wanted);
    if (this.eye.at.distanceToSquared(this.goal.at) > 0.002 || Math.abs(this.behind) > 0.2) this.wake();
  }
  private paint(): void {
    this.camera.position.copy(this.eye.at);
    this.camera.lookAt(this.eye.to);
    this.camera.updateMatrixWorld();
    this.turnFish();
    // Whatever lies behind the school fades, never the school, however far off the camera has to stand.
    this.haze.near = Math.max(150, this.eye.at.distanceTo(this.eye.to) + 45);
    this.haze.far = this.haze.near + 190;
    this.renderer.render(this.scene, this.camera);
  }
  /** When pictures come too slowly, they get simpler: fewer points first, then no shadows. */
  private judge(took: number): void {
    this.pace += (took - this.pace) * 0.15;
    this.slow = took > 36 ? this.slow + (took > 120 ? 5 : 1) : Math.max(0, this.slow - 2);
    if (this.slow < 14 || this.quality === 0 || this.how.fixed !== undefined) return;
    this.slow = 0;
    this.lower(this.quality - 1);
    this.resize(this.size.w, this.size.h);
  }
  private lower(quality: number): void {
    this.quality = quality;
    if (quality < 2) this.sun.castShadow = false;
  }
  get figures(): Figures {
    const { memory, render } = this.renderer.info;
    return {
      calls: render.calls,
      triangles: render.triangles,
      fps: Math.round(1000 / this.pace),
      quality: this.quality,
      pictures: render.frame,
      forms: memory.geometries + memory.textures,
    };
  }

  close(): void {
    cancelAnimationFrame(this.asked);
    this.asked = -1;
    this.scene.traverse((thing) => {
      const mesh = thing as Mesh;
      mesh.geometry?.dispose();
      for (const material of [mesh.material].flat()) {
        (material as MeshBasicMaterial | undefined)?.map?.dispose();
        material?.dispose();
      }
    });
    this.renderer.dispose();
    // Another look may use the same canvas again: the context is given back with it.
    this.canvas.dataset['state'] = 'closed';
  }
}
