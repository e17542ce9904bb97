import manifest from "../package.json" with { type: "json" };

export const PLATEAU_VERSION: string = manifest.version;
