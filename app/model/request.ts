import { z } from "zod";

export const HttpMethod = z.enum(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
export type HttpMethod = z.infer<typeof HttpMethod>;

/** A header as it is sent; a name may come more than once. No line break: it would end the header. */
export const Header = z.strictObject({
  name: z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, "a header name has letters, digits and -"),
  value: z.string().regex(/^[^\r\n\0]*$/, "a header value has no line break"),
});
export type Header = z.infer<typeof Header>;
