/** Files that lie packed, so that every host sends them small. A host that unpacks them on the way does no harm. */
export async function unpacked(body: Blob): Promise<ArrayBuffer> {
  const [one, other] = new Uint8Array(await body.slice(0, 2).arrayBuffer());
  if (one !== 0x1f || other !== 0x8b) return body.arrayBuffer();
  return new Response(body.stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
}
