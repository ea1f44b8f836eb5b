import net, { type AddressInfo, type Socket } from "node:net";

/** A way to a server that can be interrupted. */
export interface Breakable {
  readonly port: number;
  /** Ends all connections, and takes new ones at once. */
  cut(): void;
  /** Nothing gets through in either direction, as if the server were gone; connections stay open, and new ones are taken. */
  hold(): void;
  /** Takes no connections. */
  refuse(): Promise<void>;
  /** Works again as at the beginning. What was held is lost: its connections end. */
  restore(): Promise<void>;
  stop(): Promise<void>;
}

/** Opens a way to a port of this machine. */
export async function breakable(target: number): Promise<Breakable> {
  const sockets = new Set<Socket>();
  let isHeld = false;
  const server = net.createServer((near) => {
    sockets.add(near);
    near.on("error", () => undefined).on("close", () => sockets.delete(near));
    if (isHeld) return;
    const far = net.connect(target, "127.0.0.1");
    sockets.add(far);
    far.on("error", () => near.destroy()).on("close", () => sockets.delete(far) && near.destroy());
    near.on("close", () => far.destroy());
    near.on("data", (chunk) => isHeld || far.write(chunk));
    far.on("data", (chunk) => isHeld || near.write(chunk));
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const cut = () => sockets.forEach((socket) => socket.destroy());
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      cut();
    });
  return {
    port,
    cut,
    hold: () => void (isHeld = true),
    refuse: close,
    async restore() {
      isHeld = false;
      cut();
      if (!server.listening) await listen(port);
    },
    stop: close,
  };
}
