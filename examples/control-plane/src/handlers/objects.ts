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
    create_access_key: (call) => createAccessKey(platform, call),
    create_bucket: (call) => createBucket(platform, call),
    create_folder: (call) => createFolder(platform, call),
    delete_access_key: (call) => deleteAccessKey(platform, call),
    delete_bucket: (call) => deleteBucket(platform, call),
    delete_object: (call) => deleteObject(platform, call),
    list_access_keys: (call) => listAccessKeys(platform, call),
    list_buckets: (call) => listBuckets(platform, call),
    list_objects: (call) => listObjects(platform, call),
    prepare_object_download: (call) => prepareDownload(platform, call),
    prepare_object_upload: (call) => prepareUpload(platform, call),
    reset_primary_credential: (call) => resetPrimary(platform, call),
    service_health: (call) => checkHealth(platform, call),
    set_bucket_versioning: (call) => setVersioning(platform, call),
    usage_history: (call) => showUsage(platform, call),
  };
}
