import net from "node:net";
import { body, path } from "./action-call.mjs";

const text = JSON.stringify(body);
const call = Buffer.from(
  `POST ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer token\r\ncontent-type: application/json\r\ncontent-length: ${text.length}\r\n\r\n${text}`,
);

/**
 * Calls the action so many times over some connections, each with one call at a time. Rejects for any status but 200.
 * @param {number} port
 * @param {number} calls
 * @param {number} connections
 * @returns {Promise<void>}
 */
export function sendCalls(port, calls, connections) {
  return new Promise((resolve, reject) => {
    let left = calls;
    let completed = 0;
    for (let index = 0; index < connections; index++) {
      const socket = net.connect(port, "127.0.0.1");
      let received = "";
      const next = () => (left-- > 0 ? socket.write(call) : socket.end());
      socket.on("error", reject);
      socket.on("connect", next);
      socket.on("data", (data) => {
        received += data.toString("latin1");
        const end = received.indexOf("\r\n\r\n");
        const length = end < 0 ? undefined : /\r\ncontent-length: (\d+)/i.exec(received.slice(0, end))?.[1];
        if (length === undefined || received.length < end + 4 + Number(length)) return;
        if (!received.startsWith("HTTP/1.1 200")) reject(new Error(received));
        received = "";
        if (++completed === calls) resolve();
        next();
      });
    }
  });
}

/**
 * Calls the action with an invalid body and returns the status of the response.
 * @param {number} port
 */
export async function sendWrongBody(port) {
  const headers = { authorization: "Bearer token", "content-type": "application/json" };
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { method: "POST", headers, body: '{"bogus":1}' });
  await response.arrayBuffer();
  return response.status;
}
