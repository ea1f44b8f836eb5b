export function listSnapshotTests(): string[];
