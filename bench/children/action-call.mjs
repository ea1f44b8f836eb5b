// The call that all servers of the benchmark handle, and its response.

export const project = "5f0c7b1e-3a52-4e0b-9d7c-1b6a2f4e8c90";

export const path = `/v1/projects/${project}/services/7d1f2a60-94c3-4b8e-a5d2-0e6f3b9c1a47/actions/add_ip`;

export const route = path.replace(/projects\/[^/]+\/services\/[^/]+/, "projects/:project_id/services/:service_id");

export const body = { cidr: "203.0.113.0/24", description: "office" };

const entry = { entry_id: "7a1d6f0e-92a4-4f6e-8d0b-54b5a9b7c811", ...body, created_at: "2026-11-20T09:15:00Z" };

export const result = { entry, enforced: true };

export const responseBody = { action: "add_ip", status: "ok", result };

export const caller = { projects: new Set([project]), scopes: ["service:read", "service:write"] };

export const service = { type: "postgres", status: "active", plan: "dedicated" };

/** @param {string | undefined} authorization */
export const isKnown = (authorization) => authorization === "Bearer token";
