// Handlers for the actions of services of type objects. Yours to edit: openapi-actions only ever adds what is missing.

import type { ObjectsHandlers } from "../../../../generated/server/index.js";
import type { Caller } from "../access/caller.js";
import { createAccessKey, deleteAccessKey, listAccessKeys, resetPrimary } from "../engines/objects/actions/access-keys.js";
import { createBucket, deleteBucket, listBuckets, setVersioning } from "../engines/objects/actions/buckets.js";
import { checkHealth } from "../engines/objects/actions/health.js";
import { createFolder, deleteObject, listObjects } from "../engines/objects/actions/objects.js";
import { prepareDownload, prepareUpload } from "../engines/objects/actions/transfers.js";
import type { ServiceOf } from "../services/service.js";
import { showUsage } from "../engines/objects/actions/usage.js";
import type { ObjectsPlatform } from "../engines/objects/parts.js";

/** Handles the actions of services of type objects. */
export function createObjects(platform: ObjectsPlatform): ObjectsHandlers<Caller, ServiceOf<"objects">> {
  return {
    /**
     * Create an additional access key; its secret is only readable through credential reveal.
     *
     * Scopes: service:admin.
     * Available in states active.
     *
     * Errors:
     * - `expires_in_past` (400): expires_at is not in the future.
     * - `bucket_not_found` (404): No bucket has this name.
     * - `access_key_exists` (409): A key of this name exists.
     * - `access_key_limit_reached` (409): max_access_keys is reached.
     */
    create_access_key: (call) => createAccessKey(platform, call),

    /**
     * Create an empty bucket.
     *
     * Scopes: service:write.
     * Available in states active.
     *
     * Errors:
     * - `bucket_already_exists` (409): A bucket of this name exists.
     * - `bucket_limit_reached` (409): max_buckets is reached.
     */
    create_bucket: (call) => createBucket(platform, call),

    /**
     * Create a folder, i.e. an empty object whose key ends with a slash; succeeds when it exists.
     *
     * Idempotent.
     * Scopes: service:write.
     * Available in states active.
     *
     * Errors:
     * - `bucket_not_found` (404): No bucket has this name.
     */
    create_folder: (call) => createFolder(platform, call),

    /**
     * Delete an additional access key at once.
     *
     * Idempotent, destructive.
     * Scopes: service:admin.
     * Available in states active.
     *
     * Errors:
     * - `access_key_not_found` (404): No key has this id.
     * - `primary_key_not_deletable` (409): It is the primary credential; use reset_primary_credential.
     */
    delete_access_key: (call) => deleteAccessKey(platform, call),

    /**
     * Delete an empty bucket; versions and delete markers count as content.
     *
     * Idempotent, destructive.
     * Scopes: service:admin.
     * Available in states active.
     *
     * Errors:
     * - `bucket_not_found` (404): No bucket has this name.
     * - `bucket_not_empty` (409): The bucket holds objects, versions, delete markers or unfinished uploads.
     */
    delete_bucket: (call) => deleteBucket(platform, call),

    /**
     * Delete an object or one version; succeeds when it does not exist.
     *
     * Idempotent, destructive.
     * Scopes: service:admin.
     * Available in states active.
     *
     * Errors:
     * - `bucket_not_found` (404): No bucket has this name.
     * - `object_locked` (409): A retention rule protects the version.
     */
    delete_object: (call) => deleteObject(platform, call),

    /**
     * List access keys without their secrets: the primary one first, then oldest first.
     *
     * Read-only, idempotent.
     * Scopes: service:read.
     * Available in states active, maintenance, suspended, failed.
     */
    list_access_keys: (call) => listAccessKeys(platform, call),

    /**
     * List buckets, sorted by name.
     *
     * Read-only, idempotent.
     * Scopes: service:read.
     * Available in states active, suspended.
     */
    list_buckets: (call) => listBuckets(platform, call),

    /**
     * List objects of a bucket in the byte order of their keys; with a delimiter, keys below it are rolled up.
     *
     * Read-only, idempotent.
     * Scopes: service:data.
     * Available in states active, suspended.
     *
     * Errors:
     * - `bucket_not_found` (404): No bucket has this name.
     */
    list_objects: (call) => listObjects(platform, call),

    /**
     * Hand out a time-limited transfer that downloads one object.
     *
     * Read-only, idempotent.
     * Scopes: service:data.
     * Available in states active, suspended.
     *
     * Errors:
     * - `bucket_not_found` (404): No bucket has this name.
     * - `object_not_found` (404): The bucket has no object of this key, or no such version.
     * - `object_archived` (409): The object must be brought back from an archive tier first.
     */
    prepare_object_download: (call) => prepareDownload(platform, call),

    /**
     * Hand out a time-limited transfer that uploads one object in a single request.
     *
     * Idempotent.
     * Scopes: service:write.
     * Available in states active.
     *
     * Errors:
     * - `bucket_not_found` (404): No bucket has this name.
     * - `object_exists` (409): overwrite is false and the key exists.
     * - `storage_limit_reached` (409): The plan allows no further storage.
     */
    prepare_object_upload: (call) => prepareUpload(platform, call),

    /**
     * Replace the primary access key; the new secret is only readable through credential reveal.
     *
     * Destructive.
     * Scopes: service:admin.
     * Available in states active.
     *
     * Errors:
     * - `rotation_in_progress` (409): The grace period of an earlier reset has not ended.
     */
    reset_primary_credential: (call) => resetPrimary(platform, call),

    /**
     * Probe the S3 endpoint and the control plane of the objects service.
     *
     * Read-only, idempotent.
     * Scopes: service:read.
     * Available in states provisioning, active, maintenance, suspended, failed.
     */
    service_health: (call) => checkHealth(platform, call),

    /**
     * Enable or suspend versioning of a bucket; existing versions are kept.
     *
     * Idempotent.
     * Scopes: service:write.
     * Available in states active.
     *
     * Errors:
     * - `bucket_not_found` (404): No bucket has this name.
     */
    set_bucket_versioning: (call) => setVersioning(platform, call),

    /**
     * Report storage, traffic and requests over time.
     *
     * Read-only, idempotent.
     * Scopes: service:read.
     * Available in states active, maintenance, suspended, failed.
     *
     * Errors:
     * - `interval_too_long` (400): to is not after from, or the interval yields more than 1000 points.
     * - `bucket_not_found` (404): No bucket has this name.
     */
    usage_history: (call) => showUsage(platform, call),
  };
}
