/** The first keyboard stop; skips the navigation. */
export function SkipLink() {
  return (
    <a
      href="#main"
      className="fixed top-2 left-2 z-70 -translate-y-20 rounded-md bg-accent px-4 py-3 text-sm font-semibold text-on-accent focus:translate-y-0"
    >
      Skip to content
    </a>
  );
}
