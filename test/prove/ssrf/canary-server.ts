import { createServer, type Server } from "node:http";

/** Usual ports; those that are in use or need root are skipped. */
const CANARY_PORTS = [80, 443, 8080, 22];

export interface CanaryServers {
  /** The last one is a free port. */
  ports: number[];
  /** Connections that came in. */
  hits(): number;
  stop(): Promise<void>;
}

/** Listens on every address of this machine. */
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
