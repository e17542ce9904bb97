import { messageOf } from "../../state/notices.ts";

/** What a reader of the model made of a text, or why it could not, in a sentence. */
export type Read<T> = { readonly value: T; readonly refusal: null } | { readonly value: null; readonly refusal: string };

export function read<T>(reader: () => T): Read<T> {
  try {
    return { value: reader(), refusal: null };
  } catch (error) {
    return { value: null, refusal: `${messageOf(error).replace(" : ", ": ")}.` };
  }
}
