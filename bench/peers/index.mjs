// The libraries that answer the same questions from JavaScript. Each is told the shapes once and the poses pair by pair.
import { load as ammo } from "./ammo.mjs";
import { load as crashcat } from "./crashcat.mjs";
import { load as jolt } from "./jolt.mjs";
import { load as rapier } from "./rapier.mjs";

export const loadPeers = async () => [await jolt(), await ammo(), await crashcat(), await rapier()];
