/** Where things are, in the pixels that styles are written in. On very large screens everything is drawn larger (`zoom` in base.css),
    while rectangles and pointers are told in the pixels of the screen. */
export const zoom = (): number => Number(getComputedStyle(document.documentElement).zoom) || 1;

export function boxOf(node: Element): DOMRect {
  const [box, by] = [node.getBoundingClientRect(), zoom()];
  return by === 1 ? box : new DOMRect(box.x / by, box.y / by, box.width / by, box.height / by);
}

export function pointOf(event: MouseEvent): { x: number; y: number } {
  const by = zoom();
  return { x: event.clientX / by, y: event.clientY / by };
}
