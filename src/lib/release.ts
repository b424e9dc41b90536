/** Written in by the build (scripts/build/release-facts.ts). Days are YYYY-MM-DD; null without a repository. */
declare const __RELEASE__: {
  readonly version: string;
  readonly date: string | null;
  readonly commit: string | null;
};

/** The version and the commit that this app was built from. */
export const RELEASE = __RELEASE__;
