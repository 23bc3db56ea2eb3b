/* What is wrong with the page as it stands in this window: a list of findings, each with a selector, a rectangle and a reason.
   Evaluated in the page by findings.py. Nothing here knows a game: it knows letters, buttons, hands and what lies on what.
   A page may mark three things: `data-index` (number and sign of a card), `data-ground` (letters on the ground of a map, where
   things stand), `data-flies` (what points or flies across the table), and `data-emblem` (a letter that is a picture). */
({ inside = [], apart = [], large = [], least = 11, strip = 24, roomy = false }) => {
  const found = [];
  const stage = document.querySelector('.stage') ?? document.querySelector('main');
  const all = [...document.querySelectorAll('main, main *, .bar *, .dock *, .panel *')];
  const styles = new Map();
  const style = (node) => styles.get(node) ?? (styles.set(node, getComputedStyle(node)), styles.get(node));
  const boxes = new Map();
  const box = (node) => boxes.get(node) ?? (boxes.set(node, node.getBoundingClientRect()), boxes.get(node));
  const round = (b) => [b.left, b.top, b.width, b.height].map(Math.round);
  const name = (node) => {
    const own = (n) => n.tagName.toLowerCase() + [...(n.getAttribute('class') ?? '').split(/\s+/)].filter((c) => c && !c.startsWith('s-') && !c.startsWith('svelte')).map((c) => `.${c}`).join('');
    const mark = [...node.attributes].find((a) => a.name.startsWith('data-') && a.value.length < 20);
    const up = node.parentElement?.closest('[class]');
    return `${up && up !== stage ? `${own(up)} > ` : ''}${own(node)}${mark ? `[${mark.name}="${mark.value}"]` : ''}`;
  };
  const say = (node, b, reason) => found.push({ where: name(node), box: round(b), reason });
  const [wide, high] = [innerWidth, innerHeight];

  // What is looked at is looked through: things that let the finger pass are there for the eye.
  const seen = document.createElement('style');
  seen.textContent = '* { pointer-events: auto !important } .sr { pointer-events: none !important }';
  document.head.append(seen);

  const shown = new Map();
  const isShown = (node) => {
    if (!node || node === document.documentElement) return true;
    if (!shown.has(node)) {
      const s = style(node);
      shown.set(node, !(s.display === 'none' || s.visibility === 'hidden' || Number(s.opacity) < 0.1 || (s.clipPath.startsWith('inset(50%') && s.position === 'absolute')) && isShown(node.parentElement));
    }
    return shown.get(node);
  };
  /* The part of a rectangle that the boxes around it and the window let through. Things that can be scrolled count with
     what is inside of them, if one sees that they scroll. */
  const clip = (node, b) => {
    let [l, t, r, d] = [b.left, b.top, b.right, b.bottom];
    let scroller = null;
    let held = style(node).position;
    for (let up = node.parentElement; up && up !== document.documentElement; up = up.parentElement) {
      const s = style(up);
      if (held === 'fixed') break;
      if (s.overflowX !== 'visible' || s.overflowY !== 'visible') {
        if (up instanceof SVGElement) continue;
        const scrolls = (/auto|scroll/.test(s.overflowX) && up.scrollWidth > up.clientWidth + 1) || (/auto|scroll/.test(s.overflowY) && up.scrollHeight > up.clientHeight + 1);
        if (scrolls && !scroller) scroller = up;
        const c = box(up);
        [l, t, r, d] = [Math.max(l, c.left), Math.max(t, c.top), Math.min(r, c.right), Math.min(d, c.bottom)];
      }
      held = s.position;
    }
    [l, t, r, d] = [Math.max(l, 0), Math.max(t, 0), Math.min(r, wide), Math.min(d, high)];
    return { left: l, top: t, right: r, bottom: d, width: r - l, height: d - t, scroller };
  };
  /* One sees that it scrolls: it has a bar, it fades at its edge, or something in it is cut there. */
  const tells = (scroller) => {
    if (!scroller) return false;
    const c = box(scroller);
    const down = scroller.scrollHeight > scroller.clientHeight + 1;
    if (style(scroller).scrollbarWidth !== 'none' || style(scroller).maskImage !== 'none') return true;
    const kids = [...scroller.querySelectorAll('button, p, li, figure, label')].map(box);
    return kids.some((k) => (down ? k.top < c.bottom - 8 && k.bottom > c.bottom + 8 : k.left < c.right - 8 && k.right > c.right + 8) || (down ? k.bottom > c.top + 8 && k.top < c.top - 8 : k.right > c.left + 8 && k.left < c.left - 8));
  };
  const CANVAS = new Set(['img', 'canvas', 'video', 'path', 'rect', 'circle', 'ellipse', 'polygon', 'use', 'image', 'line', 'text', 'tspan', 'input']);
  const painted = (node) => {
    const s = style(node);
    if (!isShown(node) || Number(s.opacity) < 0.3 || node.closest('[data-flies]')) return false;
    const tag = node.tagName.toLowerCase();
    if (CANVAS.has(tag)) return node instanceof SVGElement ? s.fill !== 'none' || s.stroke !== 'none' : true;
    const alpha = Number((s.backgroundColor.match(/[\d.]+/g) ?? [])[3] ?? (s.backgroundColor === 'transparent' ? 0 : 1));
    return alpha > 0.3 || s.backgroundImage !== 'none';
  };
  /* What lies on a node at a point: nothing (null), or the thing. */
  const above = (node, x, y) => {
    for (const hit of document.elementsFromPoint(x, y)) {
      // On a phone a notice takes the place of the title.
      if (node.closest('.bar') && hit.closest('.bar .banner')) return null;
      if (hit === node || node.contains(hit) || hit.contains(node)) return null;
      if (painted(hit)) return hit;
    }
    return null;
  };
  const cut = (b, c) => b.width - c.width > 1.5 || b.height - c.height > 1.5;

  // 1. Letters: large enough, inside the window, under nothing, not cut.
  const hands = '.hc';
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const letters = [];
  while (walker.nextNode()) {
    const text = walker.currentNode;
    const node = text.parentElement;
    if (!text.data.trim() || !node || /^(SCRIPT|STYLE|OPTION|TITLE|NOSCRIPT)$/i.test(node.tagName) || node.closest('.sr, [inert], dialog:not([open]), [data-emblem]') || !isShown(node)) continue;
    letters.push([text, node]);
  }
  for (const [text, node] of letters) {
    const range = document.createRange();
    range.selectNodeContents(text);
    const svg = node instanceof SVGElement;
    const rects = svg ? [box(node)] : [...range.getClientRects()].filter((r) => r.width > 0.5 && r.height > 0.5);
    if (!rects.length || !box(node).width) continue;
    const clips = rects.map((b) => clip(node, b));
    const gone = clips.every((c) => c.width <= 0 || c.height <= 0);
    if (gone && clips[0].scroller) continue;
    const words = text.data.trim().slice(0, 40);
    const scale = svg ? Math.hypot(node.getScreenCTM()?.b ?? 0, node.getScreenCTM()?.d ?? 1) : 1;
    const size = Number.parseFloat(style(node).fontSize) * scale;
    if (size < least - 0.05) say(node, rects[0], `“${words}” has letters of ${size.toFixed(1)} px; ${least} is the least`);
    const card = node.closest(hands);
    if (card) continue; // cards of a hand lie on each other; what must be seen of them comes below
    if (node.closest('[data-ground]')) continue; // letters on the ground: things stand on it
    rects.forEach((b, i) => {
      const c = clips[i];
      if (b.width < 3) return;
      if (c.width <= 0 || c.height <= 0 || (cut(b, c) && b.height - c.height > 3) || b.width - c.width > 1.5) {
        if (!c.scroller || !tells(c.scroller)) return say(node, b, `“${words}” is cut off by ${Math.round(b.width - Math.max(0, c.width))} x ${Math.round(b.height - Math.max(0, c.height))} px`);
        if (c.width <= 0 || c.height < b.height * 0.6) return; // at the edge of what scrolls
      }
      const y = (c.top + c.bottom) / 2;
      for (const x of [c.left + 2, (c.left + c.right) / 2, c.right - 2]) {
        const on = above(node, x, y);
        if (on) return say(node, b, `“${words}” lies under ${name(on)}`);
      }
    });
  }
  for (const node of all) {
    if (node instanceof SVGElement || !isShown(node) || node.closest('.sr, [inert]')) continue;
    const s = style(node);
    if (s.textOverflow === 'ellipsis' && s.overflowX !== 'visible' && node.scrollWidth > node.clientWidth + 1 && box(node).width > 1)
      say(node, box(node), `“${node.textContent.trim().slice(0, 40)}” ends in dots: ${node.scrollWidth - node.clientWidth} px are missing`);
    if (s.webkitLineClamp !== 'none' && node.scrollHeight > node.clientHeight + 2)
      say(node, box(node), `“${node.textContent.trim().slice(0, 60)}” is cut after ${s.webkitLineClamp} lines`);
  }

  // A field shows one line, without dots: the end is lost of what would like to be wider.
  const PLAIN = { position: 'fixed', visibility: 'hidden', width: 'max-content', minWidth: '0', maxWidth: 'none' };
  const wanted = (select, chosen) => {
    const copy = select.cloneNode(false);
    copy.append(chosen.cloneNode(true));
    Object.assign(copy.style, PLAIN);
    select.after(copy);
    const width = copy.offsetWidth;
    copy.remove();
    return width;
  };
  const written = (input) => {
    const s = style(input);
    const pen = document.createElement('canvas').getContext('2d');
    pen.font = s.font;
    const edges = [s.paddingLeft, s.paddingRight, s.borderLeftWidth, s.borderRightWidth];
    return edges.reduce((width, edge) => width + Number.parseFloat(edge), pen.measureText(input.placeholder).width);
  };
  for (const field of document.querySelectorAll('select, input[placeholder]:placeholder-shown')) {
    if (!isShown(field) || field.closest('[inert], .sr, dialog:not([open])') || field.offsetWidth < 3) continue;
    const chosen = field.selectedOptions?.[0];
    if (field.selectedOptions && !chosen) continue;
    const missing = Math.round((chosen ? wanted(field, chosen) : written(field)) - field.offsetWidth);
    const text = (chosen ? chosen.textContent : field.placeholder).trim().slice(0, 60);
    if (missing > 1) say(field, box(field), `“${text}” is cut in its field: ${missing} px are missing`);
  }

  // 2. What one presses: inside the window (or in something that is seen to scroll), with room for a finger.
  const controls = [...document.querySelectorAll('main :is(button, a[href], input, select, [role=button], [role=tab]), .dock button, .bar :is(button, a)')];
  const labelled = (node) => node.matches('[type=checkbox], [type=radio]') && (node.closest('label')?.offsetHeight ?? 0) >= 36; // the label is pressed
  for (const node of controls) {
    if (!isShown(node) || node.closest('[inert], .sr')) continue;
    const b = box(node);
    if (b.width < 1 || b.height < 1) continue;
    const c = clip(node, b);
    const off = c.width < Math.min(b.width, strip) - 1 || c.height < Math.min(b.height, strip) - 1 || (cut(b, c) && !node.matches(hands) && (c.width < b.width * 0.8 || c.height < b.height * 0.8));
    if (off) {
      if (!tells(c.scroller)) say(node, b, c.width <= 0 || c.height <= 0 ? 'is out of sight' : `only ${Math.round(c.width)} x ${Math.round(c.height)} px of it are in sight`);
      continue;
    }
    // Alone it is as large as a fingertip; in sentences, lists and boards things stand closer.
    const lone = strip > 30 && !node.matches(':disabled') && !node.closest('p, li, dd, .told, .hand, .hc, .board, .opts, .why, .school');
    if (lone && !labelled(node) && (b.width < 36 || b.height < 36)) say(node, b, `is too small for a finger: ${Math.round(b.width)} x ${Math.round(b.height)} px`);
    // The widest free run in every row of points, and how many rows have one.
    const step = 6;
    const need = Math.min(strip, c.width) - step;
    const enough = Math.min(strip, c.height) - step * 2;
    let [tall, widest, cover] = [0, 0, null];
    for (let y = c.top + 3; y < c.bottom - 2 && tall < enough; y += step) {
      let [run, best] = [0, 0];
      for (let x = c.left + 2; x < c.right && best < need; x += step) {
        const on = above(node, x, y);
        if (on) cover = on;
        run = on ? 0 : run + step;
        best = Math.max(best, run);
      }
      widest = Math.max(widest, best);
      if (best >= need) tall += step;
    }
    if (tall < enough) say(node, b, `has no free ${strip} px to press: ${widest} x ${tall}, under ${cover ? name(cover) : '?'}`);
  }

  // 3. Cards of a hand: number and sign are seen whole, in the window.
  for (const card of document.querySelectorAll('.hand .hc')) {
    if (!isShown(card)) continue;
    const marks = [...card.querySelectorAll('[data-index]')];
    for (const mark of marks.length ? marks : [card]) {
      const b = box(mark);
      const c = clip(mark, b);
      const points = [[0.12, 0.15], [0.5, 0.5], [0.88, 0.15], [0.12, 0.85], [0.88, 0.85]];
      const on = points.map(([x, y]) => above(card, b.left + b.width * x, b.top + b.height * y)).find(Boolean);
      if (cut(b, c)) say(card, b, 'its number or sign leaves the window or its box');
      else if (on) say(card, b, `its number or sign lies under ${name(on)}`);
    }
  }

  // 4. Seats' chips and the prompt: whole.
  for (const node of document.querySelectorAll('main .prompt, main [data-seat-chip]')) {
    const b = box(node);
    if (!isShown(node) || b.width < 2) continue;
    const c = clip(node, b);
    if (cut(b, c) && tells(c.scroller)) continue;
    if (cut(b, c)) say(node, b, `is cut off by ${Math.round(b.width - c.width)} x ${Math.round(b.height - c.height)} px`);
    else {
      const on = [[0.03, 0.5], [0.5, 0.1], [0.97, 0.5], [0.5, 0.9], [0.5, 0.5]].map(([x, y]) => above(node, c.left + c.width * x, c.top + c.height * y)).find(Boolean);
      if (on) say(node, b, `is covered by ${name(on)}`);
    }
  }

  // 5. What the game says of its own things: some lie inside others, some never on others.
  const each = (where) => [...document.querySelectorAll(where)].filter((node) => isShown(node) && box(node).width > 0);
  /* Inside, its round corners too; the picture in a box leaves the box's own corners free. */
  const holds = (room, b, slack) => {
    const q = box(room);
    if (b.left < q.left - slack || b.right > q.right + slack || b.top < q.top - slack || b.bottom > q.bottom + slack) return false;
    const r = Math.min(Number.parseFloat(style(room).borderTopLeftRadius) || 0, q.width / 2, q.height / 2);
    const [w, h] = [b.width * 0.08, b.height * 0.08];
    return [[b.left + w, b.top + h], [b.right - w, b.top + h], [b.left + w, b.bottom - h], [b.right - w, b.bottom - h]].every(([x, y]) => {
      const [dx, dy] = [Math.max(q.left + r - x, x - q.right + r, 0), Math.max(q.top + r - y, y - q.bottom + r, 0)];
      return Math.hypot(dx, dy) <= r || !dx || !dy;
    });
  };
  for (const [what, room, slack = 1] of inside)
    for (const node of each(what)) {
      const b = box(node);
      const out = each(room).every((r) => !holds(r, b, slack));
      if (out) say(node, b, `leaves ${room}`);
    }
  for (const [one, other, slack = 2] of apart)
    for (const a of each(one))
      for (const b of each(other)) {
        if (a === b || a.contains(b) || b.contains(a)) continue;
        const [p, q] = [box(a), box(b)];
        const [x, y] = [Math.min(p.right, q.right) - Math.max(p.left, q.left), Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top)];
        if (x > slack && y > slack) say(a, p, `lies on ${name(b)} by ${Math.round(x)} x ${Math.round(y)} px`);
      }
  for (const [what, width, height] of large)
    for (const node of each(what)) {
      const b = box(node);
      if (b.width < width || b.height < height) say(node, b, `is smaller than ${width} x ${height} px`);
    }
  if (document.documentElement.scrollWidth > wide) say(document.body, box(document.body), `sticks out sideways by ${document.documentElement.scrollWidth - wide} px`);

  // 6. The window is used: no empty band. One thing in a row or column of cells is enough, and it often stands where the last one did.
  if (!roomy) return seen.remove(), { found };
  const room = box(stage);
  const cell = Math.max(8, Math.round(room.width / 64));
  const [columns, lines] = [Math.floor(room.width / cell), Math.floor(room.height / cell)];
  const grounds = new Set([stage, document.querySelector('main'), document.body, document.documentElement]);
  const stands = (i, j) => {
    const hit = document.elementsFromPoint(room.left + (i + 0.5) * cell, room.top + (j + 0.5) * cell).find((node) => painted(node) && !node.closest('.tz'));
    return hit && !grounds.has(hit) && stage.contains(hit);
  };
  const longest = (n, m, at) => {
    let [run, most, end, where] = [0, 0, 0, 0];
    for (let k = 0; k < n; k += 1) {
      let l = 0;
      while (l < m && !at(k, (where + l) % m)) l += 1;
      if (l < m) where = (where + l) % m;
      run = l < m ? 0 : run + 1;
      if (run > most) [most, end] = [run, k];
    }
    return [most / n, end];
  };
  const [band, last] = longest(lines, columns, (j, i) => stands(i, j));
  const [gap, right] = longest(columns, lines, stands);
  if (band > 0.2) say(stage, { left: room.left, top: room.top + (last + 1) * cell - band * room.height, width: room.width, height: band * room.height }, `nothing stands in ${Math.round(band * 100)} % of its height`);
  if (gap > 0.2) say(stage, { left: room.left + (right + 1) * cell - gap * room.width, top: room.top, width: gap * room.width, height: room.height }, `nothing stands in ${Math.round(gap * 100)} % of its width`);
  seen.remove();
  return { found };
}
