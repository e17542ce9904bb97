import { engine } from "./engine.ts";
import { notifyError } from "./notices.ts";

/** Saves the session's report: one HTML file that stands alone. */
export async function openReport(id: string): Promise<void> {
  try {
    const html = await engine.call("session:report", id);
    const url = URL.createObjectURL(new Blob([html], { type: "text/html" }));
    const link = document.createElement("a");
    link.href = url;
    link.download = `plateau-${id}.html`;
    document.body.append(link);
    link.click();
    link.remove();
    window.setTimeout(() => URL.revokeObjectURL(url), 60_000);
  } catch (error) {
    notifyError("The report could not be written", error);
  }
}
