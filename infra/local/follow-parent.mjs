// @ts-check
// Preloaded into Node programs that launchers and tests start. When the parent ends for any reason, the program sends
// itself SIGTERM, as on a normal stop, so no orphan remains.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
