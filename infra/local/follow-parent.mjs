// @ts-check
// Preloaded into every process that a launcher or a test starts. When the parent ends for any reason, the process sends
// itself SIGTERM, as on a normal stop, so no orphan remains.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
