import { getDocumentProxy } from "unpdf";

const MM = 72 / 25.4;

interface StructNode {
  role?: string;
  lang?: string;
  id?: string;
  children?: StructNode[];
}

/** Reads a PDF back: texts with their places in millimetres, and its structure. */
export async function readPdf(bytes: Uint8Array) {
  const pdf = await getDocumentProxy(bytes.slice());
  const { info, metadata } = await pdf.getMetadata();
  const pages = await Promise.all(
    Array.from({ length: pdf.numPages }, async (_, n) => {
      const page = await pdf.getPage(n + 1);
      const { items } = await page.getTextContent({ includeMarkedContent: true });
      const tree = (await page.getStructTree()) as StructNode | null;
      return { items, tree, height: page.view[3] ?? 0 };
    }),
  );
  const texts = pages.flatMap(({ items, height }) =>
    items.flatMap((item) =>
      "str" in item && item.str.trim() !== ""
        ? [
            {
              text: item.str,
              x: Number(item.transform[4]) / MM,
              y: (height - Number(item.transform[5])) / MM,
              size: Number(item.transform[0]),
            },
          ]
        : [],
    ),
  );
  return {
    pdf,
    info: info as Record<string, unknown>,
    metadata,
    pages,
    texts,
    lines: texts.map(({ text }) => text),
    /** The text of each element in the order in which a screen reader reads them, before its role. */
    read: pages.flatMap(({ items, tree }) => readTree(tree, items)),
    markInfo: await pdf.getMarkInfo(),
  };
}

type Item = { str: string } | { type: string; id?: string; tag?: string };

/** The text of each element of a page, before its role. */
export function readTree(tree: StructNode | null, items: readonly object[]): string[] {
  const contents = new Map<string, string>();
  const open: string[] = [];
  for (const item of items as Item[]) {
    if ("str" in item) {
      const id = open.at(-1) ?? "";
      contents.set(id, `${contents.get(id) ?? ""}${item.str}`);
    } else if (item.type === "endMarkedContent") open.pop();
    else open.push(item.id ?? item.tag ?? "");
  }
  const visit = ({ role = "", id, children = [] }: StructNode, parent: string): string[] =>
    id === undefined ? children.flatMap((child) => visit(child, role)) : [`${parent} ${contents.get(id) ?? ""}`];
  return tree ? visit(tree, "") : [];
}
