/** Thrown where a pretended server ends the connection; the Worker's door makes the caller's fetch fail of it. */
export class ConnectionLost extends Error {
  constructor() {
    super("Network connection lost.");
    this.name = "ConnectionLost";
  }
}
