// What of the flame graph is in the page's address.

import type { Filter, HiddenPath, ValueMode } from "../data/stacks";
import type { ColourBy } from "./colours";

export interface FlameState {
  /** From the outermost function down, from the innermost up, or callers and callees of one function. */
  direction: "down" | "up" | "sandwich";
  /** Roots at the bottom. */
  inverted: boolean;
  type: number;
  value: ValueMode;
  split: "none" | "thread" | "package";
  /** Whether a function occurs once in a stack. */
  fold: boolean;
  /** Frames from the root to the zoomed box; in a sandwich, those of a caller begin with "↑". */
  root: string[];
  /** The function in the middle of the sandwich. */
  sandwich: string | null;
  search: string;
  filters: Filter[];
  hidden: HiddenPath[];
  colour: ColourBy;
}

export const initialFlameState: FlameState = {
  direction: "down",
  inverted: false,
  type: 0,
  value: "now",
  split: "none",
  fold: false,
  root: [],
  sandwich: null,
  search: "",
  filters: [],
  hidden: [],
  colour: "kind",
};
