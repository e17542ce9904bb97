import { messageOf } from "../../state/notices.ts";

/** What a reader of the model made of a text, or why it could not, without the text before the colon, which stands in the field. */
export function read<T>(
  reader: () => T,
): { readonly value: T; readonly refusal: null } | { readonly value: null; readonly refusal: string } {
  try {
    return { value: reader(), refusal: null };
  } catch (error) {
    const words = messageOf(error);
    return { value: null, refusal: `${words.charAt(0).toUpperCase()}${words.slice(1).replace(" : ", ": ")}.` };
  }
}
