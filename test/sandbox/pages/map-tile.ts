/** A tile of the sandbox's map: a grid with its own coordinates, so that a wrong one is seen. */
export function answerMapTile(path: string): Response {
  const [, z, x, y] = /^\/sandbox\/tiles\/(\d{1,2})\/(\d{1,7})\/(\d{1,7})\.svg$/.exec(path) ?? [];
  if (z === undefined || x === undefined || y === undefined) return new Response("no such tile", { status: 404 });
  const ground = (Number(x) + Number(y)) % 2 === 0 ? "#e9efe4" : "#e2eaf0";
  const tile = `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256" viewBox="0 0 256 256">
<rect width="256" height="256" fill="${ground}"/>
<path d="M0 128h256M128 0v256" stroke="#fff" stroke-width="8"/>
<path d="M0 0h256v256" fill="none" stroke="#c3ccc0"/>
<text x="8" y="20" font-family="sans-serif" font-size="12" fill="#667">${z}/${x}/${y}</text>
</svg>`;
  return new Response(tile, {
    headers: { "content-type": "image/svg+xml", "cache-control": "public, max-age=86400" },
  });
}
