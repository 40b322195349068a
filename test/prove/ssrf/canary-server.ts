import { createServer, type Server } from "node:http";

/** Where a product that was tricked would knock. */
const CANARY_PORTS = [80, 443, 8080, 22];

export interface CanaryServers {
  /** Ports that are listened to; the last one is any that was free. */
  ports: number[];
  /** Connections that came in. */
  hits(): number;
  stop(): Promise<void>;
}

/** Listens on every address of this machine, on the usual ports as far as they are free and may be had. */
export async function startCanaries(): Promise<CanaryServers> {
  let hits = 0;
  const listenOn = (port: number) =>
    new Promise<Server | undefined>((resolve) => {
      const server = createServer((_, response) => void response.end("canary"));
      server.on("connection", () => (hits += 1));
      server.once("error", () => resolve(undefined));
      server.listen(port, "::", () => resolve(server));
    });
  const servers = (await Promise.all([...CANARY_PORTS, 0].map(listenOn))).filter((server) => server !== undefined);
  return {
    ports: servers.map((server) => {
      const address = server.address();
      return typeof address === "object" && address !== null ? address.port : 0;
    }),
    hits: () => hits,
    async stop() {
      await Promise.all(
        servers.map(
          (server) =>
            new Promise((resolve) => {
              server.close(resolve);
              server.closeAllConnections();
            }),
        ),
      );
    },
  };
}
