import type { SelectorCase } from "./selector-case.js";

const url = "/jobs/j/commands";
const start = { "content-type": "application/vnd.acme.start+json" };
const moveTo = { "content-type": "application/vnd.acme.moveTo+json" };

/** A media type, or two parts in different locations, name the action. */
export const besideCases: readonly SelectorCase[] = [
  {
    name: "media-types",
    template: "/jobs/{job_id}/commands",
    method: "post",
    calls: [
      {
        type: "job",
        action: "moveTo",
        target: { job_id: "j" },
        body: { queue: "fast" },
        sent: { url, headers: moveTo, body: { queue: "fast" } },
        returns: { status: "queued" },
        status: 200,
        received: { status: "queued" },
        resolved: { status: "queued" },
      },
      {
        type: "job",
        action: "start",
        target: { job_id: "j" },
        sent: { url, headers: start, body: {} },
        returns: { status: "started" },
        status: 200,
        received: { status: "started" },
        resolved: { status: "started" },
      },
    ],
    unknown: [
      { url, headers: { "content-type": "application/vnd.acme.stop+json" }, body: {}, status: 415 },
      { url, headers: { "content-type": "application/json" }, body: {}, status: 415 },
      { url, headers: { "content-type": "application/vnd.acme.+json" }, body: {}, status: 415 },
      { url, headers: { "content-type": "x" }, body: {}, status: 415 },
      { url, status: 415 },
    ],
    invalid: [
      { url, headers: moveTo, body: { queue: 5 }, pointer: "/queue" },
      { url, headers: { "content-type": "Application/VND.acme.MOVETO+JSON; charset=utf-8" }, body: {}, pointer: "/queue" },
      { url, headers: start, body: { now: true }, pointer: "/now" },
    ],
    documented: ["`Content-Type: application/vnd.acme.moveTo+json`", "-H 'Content-Type: application/vnd.acme.start+json'"],
    expanded: [
      "/jobs/{job_id}/commands#application/vnd.acme.moveTo+json",
      "/jobs/{job_id}/commands#application/vnd.acme.start+json",
    ],
    mistakes: ['client.job({ job_id: "j" }).moveTo({})', 'client.job({ job_id: "j" }).start({ now: true })'],
  },
  {
    name: "media-types",
    template: "/disks/{disk_id}",
    method: "patch",
    calls: [
      {
        type: "disk",
        action: "grow",
        target: { disk_id: "d" },
        body: { size: 2 },
        sent: { url: "/disks/d", headers: { "content-type": "application/vnd.acme.disk-grow+json" }, body: { size: 2 } },
        returns: undefined,
        status: 204,
        received: undefined,
        resolved: undefined,
      },
    ],
    unknown: [
      { url: "/disks/d", headers: { "content-type": "application/vnd.acme.disk-shrink+json" }, body: {}, status: 404 },
      { url: "/disks/d", headers: { "content-type": "application/vnd.acme.grow+json" }, body: { size: 2 }, status: 404 },
    ],
    invalid: [
      {
        url: "/disks/d",
        headers: { "content-type": "application/vnd.acme.disk-grow+json" },
        body: { size: 0 },
        pointer: "/size",
      },
    ],
    documented: ["`Content-Type: application/vnd.acme.disk-grow+json`", "Makes it larger."],
    expanded: ["/disks/{disk_id}#application/vnd.acme.disk-grow+json", "/disks/{disk_id}#application/vnd.acme.disk-wipe+json"],
    mistakes: ['client.disk({ disk_id: "" }).grow({})'],
  },
  {
    name: "parts",
    template: "/commands",
    method: "post",
    calls: [
      {
        type: "cloud",
        action: "server.resize",
        body: { size: "s-2" },
        sent: { url: "/commands", body: { resource: "server", verb: "resize", size: "s-2" } },
        returns: { result: { id: 1 } },
        status: 200,
        received: { id: 1 },
        resolved: { result: { id: 1 } },
      },
      {
        type: "cloud",
        action: "disk.resize",
        body: { gigabytes: 5 },
        sent: { url: "/commands", body: { resource: "disk", verb: "resize", gigabytes: 5 } },
        returns: { result: { id: 2 } },
        status: 200,
        received: { id: 2 },
        resolved: { result: { id: 2 } },
      },
      {
        type: "cloud",
        action: "server.start",
        sent: { url: "/commands", body: { resource: "server", verb: "start" } },
        returns: { result: { id: 3 } },
        status: 200,
        received: { id: 3 },
        resolved: { result: { id: 3 } },
      },
    ],
    unknown: [
      { url: "/commands", body: { resource: "disk", verb: "start" }, status: 404 },
      { url: "/commands", body: { resource: "server" }, status: 404 },
      { url: "/commands", body: { verb: "start" }, status: 404 },
      { url: "/commands", body: { resource: "server.start", verb: "" }, status: 404 },
      { url: "/commands", body: { resource: "", verb: "server.start" }, status: 404 },
      { url: "/commands", body: { resource: ["server"], verb: "start" }, status: 404 },
    ],
    invalid: [
      { url: "/commands", body: { resource: "server", verb: "resize" }, pointer: "/size" },
      { url: "/commands", body: { resource: "disk", verb: "resize", gigabytes: 0 }, pointer: "/gigabytes" },
      { url: "/commands", body: { resource: "server", verb: "start", size: "s-2" }, pointer: "/size" },
    ],
    documented: ["`server` at `/resource` of the body", "`resize` at `/verb` of the body", '"verb": "start"'],
    expanded: [
      "/commands#resource=server&verb=start",
      "/commands#resource=server&verb=resize",
      "/commands#resource=disk&verb=resize",
    ],
    mistakes: [
      'client.cloud()["server.resize"]({ size: "s-2", verb: "resize" })',
      'client.cloud()["disk.start"]()',
      'client.cloud()["disk.resize"]({ size: "s-2" })',
    ],
  },
  {
    name: "parts",
    template: "/{resource}",
    method: "put",
    calls: [
      {
        type: "thing",
        action: "lamp-dim",
        target: { resource: "a" },
        body: { level: 3 },
        sent: { url: "/a?kind=lamp", body: { meta: { verb: "do-dim" }, input: { level: 3 } } },
        returns: undefined,
        status: 204,
        received: undefined,
        resolved: undefined,
      },
      {
        type: "thing",
        action: "lock-open",
        target: { resource: "a" },
        sent: { url: "/a?kind=lock", body: { meta: { verb: "do-open" }, input: {} } },
        returns: undefined,
        status: 204,
        received: undefined,
        resolved: undefined,
      },
    ],
    unknown: [
      { url: "/a?kind=lock", body: { meta: { verb: "do-dim" } }, status: 400 },
      { url: "/a?kind=lock", body: { meta: { verb: "open" } }, status: 400 },
      { url: "/a?kind=lock", body: {}, status: 400 },
      { url: "/a", body: { meta: { verb: "do-open" } }, status: 400 },
    ],
    invalid: [
      { url: "/a?kind=lamp", body: { meta: { verb: "do-dim" }, input: { level: 10 } }, pointer: "/input/level" },
      { url: "/a?kind=lock", body: { meta: { verb: "do-open" }, input: {}, other: 1 }, pointer: "/other" },
    ],
    documented: ["`kind: lamp`", "`do-dim` at `/meta/verb` of the body"],
    expanded: ["/{resource}#kind=lamp&meta/verb=do-dim", "/{resource}#kind=lock&meta/verb=do-open"],
    mistakes: ['client.thing({ resource: "a" })["lamp-dim"]()'],
  },
];
