import { request } from "node:http";
import { fileURLToPath } from "node:url";
import { startProgram } from "../children/start-program.mjs";
import { quantile, ratioOf } from "../statistics.mjs";
import { transpile } from "./server.mjs";

const uploadServer = fileURLToPath(new URL("../children/upload-server.mjs", import.meta.url));

const mebibyte = 1_048_576;

/**
 * What it costs to receive a file of a form while it arrives, beside busboy, and the memory for a file of a gibibyte.
 * @param {import("../workspace.mjs").Workspace} workspace
 * @returns {Promise<import("../print-section.mjs").Section>}
 */
export async function uploads(workspace) {
  const contract = workspace.document("uploads.json", uploadContract);
  const folder = await transpile(workspace.generated("uploads", contract), workspace.inFolder("upload-server"));
  const programs = {
    busboy: await startProgram(uploadServer, ["busboy"]),
    generated: await startProgram(uploadServer, [folder]),
  };
  const costs = Object.entries(programs).map(([name, program]) => ({ name, program, cpus: /** @type {number[]} */ ([]) }));
  const turns = workspace.times(20);
  for (let turn = -2; turn < turns; turn++) {
    for (const { program, cpus } of costs) {
      const before = await program.cpu();
      await upload(program.port, 64);
      if (turn >= 0) cpus.push((await program.cpu()) - before);
    }
  }
  const before = await programs.generated.memory();
  await upload(programs.generated.port, 1_024);
  const growth = ((await programs.generated.memory()) - before) / mebibyte;
  for (const { program } of costs) program.stop();
  const [peerTurns = [], ownTurns = []] = costs.map(({ cpus }) => cpus);
  const [peer, own] = [quantile(peerTurns, 0.2), quantile(ownTurns, 0.2)];
  return {
    title: "uploads: a file of a multipart form, while it arrives",
    how: [
      `${turns} turns of a form with a file of 64 MiB; CPU of the server's process, of which a fifth of the turns took less.`,
      `A file of 1 GiB afterwards raised the peak memory of the generated server by ${Math.round(growth)} MiB.`,
    ],
    columns: [
      { key: "cpu", title: "CPU ms", digits: 0 },
      { key: "ratio", title: "ratio", digits: 2 },
    ],
    rows: [
      { name: "busboy", cpu: peer / 1_000, ratio: 1 },
      { name: "generated, node adapter", cpu: own / 1_000, ratio: own / peer },
    ],
    aims: [
      {
        what: "generated, relative to busboy",
        ...ratioOf(ownTurns, peerTurns),
        limit: 1.25,
        unit: "x",
      },
      { what: "growth with 1 GiB", reached: growth, limit: 40, unit: "MiB" },
    ],
  };
}

function uploadContract() {
  const film = { type: "string", format: "binary", maxLength: 2 * 1_024 * mebibyte };
  const schema = { type: "object", required: ["film"], properties: { film, title: { type: "string", maxLength: 20 } } };
  const size = { type: "object", properties: { size: { type: "integer" } } };
  return {
    openapi: "3.1.0",
    info: { title: "Films", version: "1" },
    servers: [{ url: "/" }],
    paths: {
      "/films": {
        post: {
          operationId: "addFilm",
          security: [],
          "x-platform-uploads": "stream",
          requestBody: { required: true, content: { "multipart/form-data": { schema } } },
          responses: { 200: { description: "Added.", content: { "application/json": { schema: size } } } },
        },
      },
    },
  };
}

/** Random bytes, in which ends of lines are as frequent as in compressed files. */
const chunk = crypto.getRandomValues(new Uint8Array(65_536));

/**
 * Sends a form with a file.
 * @param {number} port
 * @param {number} mebibytes
 */
async function upload(port, mebibytes) {
  const boundary = "----formdata-0123456789abcdef";
  const part = (/** @type {string} */ rest) => `--${boundary}\r\ncontent-disposition: form-data; ${rest}\r\n\r\n`;
  const sent = request({
    port,
    host: "127.0.0.1",
    path: "/films",
    method: "POST",
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
  });
  const responded = new Promise((resolve, reject) => {
    sent.on("error", reject);
    sent.on("response", (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (more) => (text += more));
      response.on("end", () => resolve(text));
    });
  });
  sent.write(`${part('name="title"')}A\r\n${part('name="film"; filename="a.bin"')}`);
  for (let written = 0; written < mebibytes * mebibyte; written += chunk.byteLength) {
    if (!sent.write(chunk)) await new Promise((resolve) => sent.once("drain", resolve));
  }
  sent.end(`\r\n--${boundary}--\r\n`);
  const text = await responded;
  if (text !== `{"size":${mebibytes * mebibyte}}`) throw new Error(`The server counted ${text}`);
}
