import { createServer as createHttpServer } from "node:http";
import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import type { AnyApplication } from "../../templates/runtime/server/contract.js";
import type { Server } from "../../templates/runtime/server/create-server.js";
import type { UploadedFile } from "../../templates/runtime/server/uploads.js";
import { answering, featureOf, type Feature } from "./feature.js";

const film = { type: "string", format: "binary", maxLength: 3_000_000 };

const post = (operationId: string, content: object, more: object = {}) => ({
  post: {
    operationId,
    security: [],
    "x-platform-uploads": "stream",
    requestBody: { required: true, content },
    responses: answering({ type: "object" }),
    ...more,
  },
});

const contract = {
  paths: {
    "/films": post("addFilm", {
      "multipart/form-data": {
        schema: {
          type: "object",
          required: ["title", "film"],
          additionalProperties: false,
          properties: {
            film,
            title: { type: "string", maxLength: 20 },
            poster: { type: "string", format: "binary", maxLength: 1_000 },
          },
        },
        encoding: { film: { contentType: "video/*" } },
      },
    }),
    "/backups": post("addBackup", {
      "application/octet-stream": { schema: { type: "string", format: "binary", maxLength: 3_000_000 } },
      "application/zip": {},
    }),
    "/notes": post("addNote", { "application/octet-stream": {} }, { "x-platform-uploads": "buffer" }),
  },
};

let feature: Feature;
beforeAll(async () => {
  feature = await featureOf(contract);
});

interface Form {
  readonly title: string;
  readonly film: UploadedFile;
  readonly poster?: File;
}

/** What a handler sees of a form. */
async function tell({ title, film: file, poster }: Form): Promise<object> {
  let size = 0;
  for await (const chunk of file) size += chunk.byteLength;
  return { title, name: file.name, type: file.type, size, ...(poster && { poster: poster.size }) };
}

const addFilm = async ({ body }: { body: Form }) => ({ status: 200, body: await tell(body) });

function formOf(...parts: readonly (readonly [string, string | Blob])[]): FormData {
  const form = new FormData();
  for (const [name, value] of parts) form.append(name, value as Blob);
  return form;
}

const clip = (size: number, type = "video/mp4") => new File([new Uint8Array(size)], "a.mp4", { type });

const poster = new File([new Uint8Array(10)], "p.png", { type: "image/png" });

describe("a file of a form", () => {
  const send = async (body: FormData | string | Uint8Array, headers?: Record<string, string>) => {
    const { send: fetch } = await feature.connect({ addFilm });
    const response = await fetch("/films", { method: "POST", body, ...(headers && { headers }) } as RequestInit);
    return [response.status, await response.json()] as const;
  };

  test("arrives behind the other parts, which are read and validated first", async () => {
    expect(await send(formOf(["title", "A"], ["poster", poster], ["film", clip(2_000_000)]))).toEqual([
      200,
      { title: "A", name: "a.mp4", type: "video/mp4", size: 2_000_000, poster: 10 },
    ]);
  });

  test("is sent last by the client, with the declared type", async () => {
    const { client } = await feature.connect({ addFilm });
    const body = { film: new File([new Uint8Array(9)], "a", { type: "video/x" }), poster, title: "A" };
    expect(await client["addFilm"]!({ body })).toEqual({ title: "A", name: "a", type: "video/x", size: 9, poster: 10 });
  });

  test.each<[string, FormData, number, string]>([
    [
      "an invalid part in front of it",
      formOf(["title", "A".repeat(21)], ["film", clip(9)]),
      400,
      "/title must NOT have more than 20",
    ],
    ["a missing part", formOf(["film", clip(9)]), 400, "/title is required"],
    ["no file", formOf(["title", "A"]), 400, "/film is required"],
    [
      "a part behind it",
      formOf(["title", "A"], ["film", clip(9)], ["poster", poster]),
      400,
      "parts behind film, which must be the last",
    ],
    [
      "a file that is too large",
      formOf(["title", "A"], ["film", clip(3_000_001)]),
      400,
      "film, which must have at most 3000000 bytes",
    ],
    ["another media type", formOf(["title", "A"], ["film", clip(9, "image/png")]), 415, "film, which must be video/*"],
    [
      "a small file that is too large",
      formOf(["title", "A"], ["poster", clip(1_001)], ["film", clip(9)]),
      400,
      "poster, which must have at most 1000 bytes",
    ],
    [
      "parts that are too large",
      formOf(["title", "A"], ["x", "y".repeat(1_200_000)], ["film", clip(9)]),
      413,
      "must not exceed 1 MiB",
    ],
  ])("%s is rejected", async (_, form, status, text) => {
    const [got, body] = await send(form);
    expect(got).toBe(status);
    expect(JSON.stringify(body)).toContain(text);
  });

  test.each<[string, string, string]>([
    ["a form that ends early", '--b\r\ncontent-disposition: form-data; name="title"\r\n\r\nA\r\n', "can't be split"],
    [
      "a file that ends early",
      '--b\r\ncontent-disposition: form-data; name="title"\r\n\r\nA\r\n--b\r\ncontent-disposition: form-data; name="film"; filename=f\r\ncontent-type: video/x\r\n\r\nxyz',
      "can't be split",
    ],
  ])("%s is rejected", async (_, body, text) => {
    const [status, error] = await send(body, { "content-type": "multipart/form-data; boundary=b" });
    expect([status, JSON.stringify(error)]).toEqual([400, expect.stringContaining(text)]);
  });

  test("can be read once", async () => {
    const twice = async ({ body }: { body: Form }) => {
      await tell(body);
      return { status: 200, body: await tell(body) };
    };
    const errors: unknown[] = [];
    const { send: fetch } = await feature.connect({ addFilm: twice }, { log: ({ error }) => void errors.push(String(error)) });
    const response = await fetch("/films", { method: "POST", body: formOf(["title", "A"], ["film", clip(9)]) });
    expect(response.status).toBe(500);
    expect(errors).toEqual(["TypeError: The file film was already read"]);
  });
});

describe("a body of bytes", () => {
  const addBackup = async ({ body }: { body: AsyncIterable<Uint8Array> }) => {
    let size = 0;
    for await (const chunk of body) size += chunk.byteLength;
    return { status: 200, body: { size } };
  };
  test.each<[string, number, string, number]>([
    ["a declared size", 3_000_000, "application/octet-stream", 200],
    ["one byte more", 3_000_001, "application/octet-stream", 413],
    ["no declared size: the server's limit", 1_048_577, "application/zip", 413],
    ["another media type", 1, "text/plain", 415],
    ["nothing", 0, "application/zip", 400],
  ])("%s", async (_, size, type, status) => {
    const { send } = await feature.connect({ addBackup });
    const response = await send("/backups", { method: "POST", body: new Uint8Array(size), headers: { "content-type": type } });
    expect(response.status).toBe(status);
    if (status === 200) expect(await response.json()).toEqual({ size });
  });

  test("is whole where the operation says so", async () => {
    const addNote = ({ body }: { body: unknown }) => ({ status: 200, body: { isWhole: body instanceof Uint8Array } });
    const { send } = await feature.connect({ addNote });
    const type = { "content-type": "application/octet-stream" };
    const response = await send("/notes", { method: "POST", body: new Uint8Array(3), headers: type });
    expect(await response.json()).toEqual({ isWhole: true });
  });
});

test("types: handlers get streams", async () => {
  const program = `
import type { Handlers } from "./server/index.js";

export const addFilm: Handlers["operations"]["addFilm"] = async ({ body }) => {
  for await (const chunk of body.film) void [chunk.byteLength, body.film.name, body.film.type, body.title.length, body.poster?.size];
  return { status: 200, body: {} };
};
export const addBackup: Handlers["operations"]["addBackup"] = async ({ body }) => {
  for await (const chunk of body) void chunk.byteLength;
  return { status: 200, body: {} };
};
export const addNote: Handlers["operations"]["addNote"] = ({ body }) => ({ status: 200, body: { size: body.byteLength } });
`;
  expect(await feature.typeErrors(program)).toBe("");
});

describe("over a socket", () => {
  const closing: (() => void)[] = [];
  afterEach(() => closing.splice(0).forEach((close) => close()));

  /** The server of the contract at a port of its own. */
  const listen = async (handlers: object, more: object = {}): Promise<number> => {
    const { createServer, toNodeHandler } = (await feature.load("server/index.ts")) as unknown as {
      createServer: (application: AnyApplication) => Server;
      toNodeHandler: (server: Server) => Parameters<typeof createHttpServer>[1];
    };
    const application = {
      authenticate: () => "x",
      canAccess: () => true,
      findResource: () => undefined,
      log: () => undefined,
      ...more,
    };
    const server = createHttpServer(toNodeHandler(createServer({ ...application, handlers: { operations: handlers } } as never)));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    closing.push(() => {
      server.closeAllConnections();
      server.close();
    });
    return (server.address() as AddressInfo).port;
  };

  const start = '--b\r\ncontent-disposition: form-data; name="title"\r\n\r\nA\r\n';
  const head = `${start}--b\r\ncontent-disposition: form-data; name="film"; filename="../../f"\r\ncontent-type: video/x\r\n\r\n`;

  /** A request whose body the test writes. */
  const open = (port: number, path: string, type = "multipart/form-data; boundary=b") => {
    const sent = request({ port, host: "127.0.0.1", path, method: "POST", headers: { "content-type": type } });
    sent.on("error", () => undefined);
    const response = new Promise<string>((resolve) =>
      sent.on("response", (message) => {
        let text = `${message.statusCode} `;
        message.setEncoding("utf8").on("data", (more: string) => (text += more));
        message.on("close", () => resolve(text));
      }),
    );
    return { sent, response };
  };

  test("the handler runs before the file has arrived", async () => {
    let onStart = (_: string) => {};
    const started = new Promise<string>((resolve) => (onStart = resolve));
    const port = await listen({
      addFilm: async ({ body }: { body: Form }) => {
        onStart(body.title + body.film.name);
        return { status: 200, body: await tell(body) };
      },
    });
    const { sent, response } = open(port, "/films");
    sent.write(`${head}x`);
    sent.write("yz".repeat(100));
    expect(await started).toBe("A../../f");
    sent.end("\r\n--b--");
    expect(await response).toContain('"size":201');
  });

  test("a handler that doesn't read the file responds, and the connection ends", async () => {
    const port = await listen({ addFilm: () => ({ status: 200, body: { ended: true } }) });
    const { sent, response } = open(port, "/films");
    sent.write(`${head}${"x".repeat(400_000)}`);
    expect(await response).toBe('200 {"ended":true}');
    sent.destroy();
  });

  test.each(["/films", "/backups"])("what arrives at %s after the call has ended is not taken for the end", async (path) => {
    let onEnd = (_: string) => {};
    const ended = new Promise<string>((resolve) => (onEnd = resolve));
    /** Reads on after it was given up. */
    const late = ({ body }: { body: Form | AsyncIterable<Uint8Array> }) => {
      const chunks = "film" in body ? body.film : body;
      void (async () => {
        for await (const chunk of chunks) void chunk;
      })().then(
        () => onEnd("whole"),
        (error: unknown) => onEnd((error as Error).message),
      );
      return { status: 200, body: {} };
    };
    const port = await listen({ addFilm: late, addBackup: late });
    const { sent, response } = open(port, path, path === "/films" ? undefined : "application/zip");
    sent.write(path === "/films" ? `${head}xyz` : "xyz");
    await new Promise((resolve) => setTimeout(resolve, 50));
    sent.end(path === "/films" ? "xyz\r\n--b--" : "xyz");
    expect(await response).toBe("200 {}");
    expect(await ended).toBe("The call has ended, and the rest of its body was discarded");
  });

  test("a caller that leaves ends the stream with an error, and the handler cleans up", async () => {
    const seen: string[] = [];
    let onEnd = () => {};
    const ended = new Promise<void>((resolve) => (onEnd = resolve));
    const port = await listen({
      addFilm: async ({ body, signal }: { body: Form; signal: AbortSignal }) => {
        try {
          await tell(body);
        } catch (error) {
          seen.push((error as Error).message);
          throw error;
        } finally {
          await turn();
          seen.push(`aborted: ${signal.aborted}`);
          onEnd();
        }
        return { status: 200, body: {} };
      },
    });
    const { sent } = open(port, "/films");
    sent.write(`${head}${"x".repeat(100_000)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
    sent.destroy();
    await ended;
    expect(seen).toEqual(["The body ended early.", "aborted: true"]);
  });

  test("a slow handler holds the caller back", async () => {
    let proceed = () => {};
    const port = await listen({
      addBackup: async ({ body }: { body: AsyncIterable<Uint8Array> }) => {
        let size = 0;
        for await (const chunk of body) {
          if (size === 0) await new Promise<void>((resolve) => (proceed = resolve));
          size += chunk.byteLength;
        }
        return { status: 200, body: { size } };
      },
    });
    const { sent, response } = open(port, "/backups", "application/zip");
    let written = 0;
    const chunk = new Uint8Array(65_536);
    // Until the buffers of both ends are full.
    const fill = async () => {
      while (written < 64 * 1_048_576) {
        written += chunk.byteLength;
        if (!sent.write(chunk) && !(await Promise.race([drained(sent), silence()]))) return;
      }
    };
    await fill();
    expect(written).toBeLessThan(32 * 1_048_576);
    proceed();
    expect(await response).toMatch(/^413 /);
    sent.destroy();
  });

  const drained = (sent: ReturnType<typeof request>) =>
    new Promise<boolean>((resolve) => sent.once("drain", () => resolve(true)));
  const silence = () => new Promise<boolean>((resolve) => setTimeout(() => resolve(false), 1_000));
});
