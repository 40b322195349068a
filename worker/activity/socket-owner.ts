/** Who a socket is for; kept with it while the object sleeps. Times in milliseconds. */
export interface SocketOwner {
  userId: string;
  /** When the session was checked, and until when that counts. */
  checkedAt: number;
  checkedUntil: number;
}

/** Where the object opens a socket: sockets cannot be asked for by RPC. */
export const toSocketUrl = ({ userId, checkedAt, checkedUntil }: SocketOwner): string =>
  `https://activity/${encodeURIComponent(userId)}/${checkedAt}/${checkedUntil}`;

export function readSocketOwner(url: string): SocketOwner {
  const [, userId = "", checkedAt, checkedUntil] = new URL(url).pathname.split("/");
  return {
    userId: decodeURIComponent(userId),
    checkedAt: Number(checkedAt),
    checkedUntil: Number(checkedUntil),
  };
}
