import { Fragment, type ReactNode } from "react";

/**
 * A text with tags in it, such as `Read <terms>the terms</terms>.`
 * @param parts what stands for each tag, given the words inside
 */
export function Rich({ text, parts }: { text: string; parts: Record<string, (words: string) => ReactNode> }) {
  // Every third piece is plain text; the two after it are a tag's name and its words.
  const pieces = text.split(/<(\w+)>([^<]*)<\/\1>/u);
  return pieces.map((piece, i) => {
    if (i % 3 === 1) return <Fragment key={i}>{parts[piece]?.(pieces[i + 1] ?? "")}</Fragment>;
    return i % 3 === 0 && <Fragment key={i}>{piece}</Fragment>;
  });
}
