import { describe, expect, it } from "vitest";
import { readCurl } from "../../../app/requests/curl.ts";
import { shellCommands } from "../../../app/requests/shellWords.ts";
import { seededRandom } from "../../../app/statistics/random.ts";

describe("shellCommands()", () => {
  it.each([
    ["a 'b c' d", [["a", "b c", "d"]]],
    ['a "b \'c\' \\"d\\" \\$e \\n"', [["a", "b 'c' \"d\" $e \\n"]]],
    ["a'b'\"c\"d", [["abcd"]]],
    ["a \\\n  b \\\r\n c", [["a", "b", "c"]]],
    ["a 'b\nc'", [["a", "b\nc"]]],
    ["a\\ b \\'c", [["a b", "'c"]]],
    ["a ''", [["a", ""]]],
    ["a $'x\\'y\\n\\t\\u00e9\\x41\\101\\\\'", [["a", "x'y\n\té" + "AA\\"]]],
    ["a $'\\u0021'", [["a", "!"]]],
    ["a # b\nc d;e & f", [["a"], ["c", "d"], ["e"], ["f"]]],
    ["a b#c", [["a", "b#c"]]],
  ])("%j", (text, commands) => {
    expect(shellCommands(text)).toEqual(commands);
  });

  it.each(["a 'b", 'a "b', "a $'b\\'"])("refuses %j: the quote is never closed", (text) => {
    expect(() => shellCommands(text)).toThrow("the quote is never closed");
  });
});

describe("shellCommands() against what is quoted", () => {
  it("gives back any text, between single quotes, double quotes, and as $'...'", () => {
    const random = seededRandom(11);
    const parts = ["a", " ", "'", '"', "\\", "\n", "$", "`", "ü", "{}", "#", ";", "&", "\t", "!"];
    for (let i = 0; i < 2000; i++) {
      const text = Array.from({ length: 10 }, () => parts[Math.floor(random() * parts.length)]).join("");
      const single = `'${text.replaceAll("'", "'\\''")}'`;
      const double = `"${text.replaceAll(/["\\$`]/g, "\\$&")}"`;
      const ansi = `$'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'").replaceAll("\n", "\\n").replaceAll("!", "\\u0021")}'`;
      expect(shellCommands(`x ${single} ${double} ${ansi}`)).toEqual([["x", text, text, text]]);
    }
  });
});

describe("readCurl()", () => {
  it("reads what Chrome copies", () => {
    const [command] = readCurl(`curl 'http://localhost:3000/api/orders?draft=1' \\
  -H 'Accept: application/json, text/plain, */*' \\
  -H 'Accept-Language: de-DE,de;q=0.9' \\
  -H 'Content-Type: application/json' \\
  -b 'sid=abc; theme=dark' \\
  -H 'sec-ch-ua: "Chromium";v="142", "Not_A Brand";v="99"' \\
  --data-raw $'{"note":"it\\'s \\u0021","n":2}' \\
  --compressed \\
  --insecure`);
    expect(command).toEqual({
      url: "http://localhost:3000/api/orders?draft=1",
      method: "POST",
      headers: [
        { name: "Accept", value: "application/json, text/plain, */*" },
        { name: "Accept-Language", value: "de-DE,de;q=0.9" },
        { name: "Content-Type", value: "application/json" },
        { name: "sec-ch-ua", value: '"Chromium";v="142", "Not_A Brand";v="99"' },
        { name: "Cookie", value: "sid=abc; theme=dark" },
      ],
      body: '{"note":"it\'s !","n":2}',
      notes: [
        "--compressed : left out (with -H 'Accept-Encoding: gzip' the target compresses its answers)",
        "--insecure : left out (Plateau checks certificates)",
      ],
    });
  });

  it("reads what Firefox copies", () => {
    const [command] = readCurl(
      "curl 'https://localhost/cart' --compressed -X PUT -H 'User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0' -H 'Cookie: sid=1' --data-raw 'a=1&b=%C3%BC'",
    );
    expect([command?.method, command?.body]).toEqual(["PUT", "a=1&b=%C3%BC"]);
    expect(command?.headers.map(({ name }) => name)).toEqual(["User-Agent", "Cookie", "Content-Type"]);
  });

  it.each([
    ["curl localhost:3000", "GET http://localhost:3000"],
    ["$ curl -sSL http://x/", "GET http://x/"],
    ["curl -XDELETE http://x/1", "DELETE http://x/1"],
    ["curl -I http://x/", "HEAD http://x/"],
    ["curl -d a=1 -d b=2 http://x/", "POST http://x/ [Content-Type: application/x-www-form-urlencoded] a=1&b=2"],
    ["curl --url http://x/ -H 'content-type: text/plain' --data-binary @", "refused"],
    ["curl -G -d q=1 http://x/?a=b#top", "GET http://x/?a=b&q=1"],
    ["curl --json '{}' http://x/", "POST http://x/ [Content-Type: application/json, Accept: application/json] {}"],
    ["curl --data-urlencode 'q=a b&c' http://x/", "POST http://x/ [Content-Type: application/x-www-form-urlencoded] q=a%20b%26c"],
    ["curl -u me:p@ss http://x/", "GET http://me:p%40ss@x/"],
    ["curl -A me -e http://y/ http://x/", "GET http://x/ [User-Agent: me, Referer: http://y/]"],
    ["curl -H 'X-Empty;' -H 'Accept:' http://x/", "GET http://x/ [X-Empty: ]"],
    ["curl --unix-socket /run/app.sock http://localhost/v1?a=B", "GET http+unix://%2Frun%2Fapp.sock/v1?a=B"],
    [
      "curl --unix-socket '/run/my app.sock' -u me:p@ss Docker:81/v1",
      "GET http+unix://me:p%40ss@%2Frun%2Fmy%20app.sock/v1 [Host: docker:81]",
    ],
    ["curl --unix-socket /run/app.sock -H 'Host: x' http://y", "GET http+unix://%2Frun%2Fapp.sock/ [Host: x]"],
    ["curl --max-time 3 -o /dev/null -w '%{http_code}' http://x/", "GET http://x/"],
  ])("%s", (text, wanted) => {
    const told = (): string => {
      const [command] = readCurl(text);
      const headers = command?.headers.map(({ name, value }) => `${name}: ${value}`).join(", ");
      return `${command?.method} ${command?.url}${headers ? ` [${headers}]` : ""}${command?.body ? ` ${command.body}` : ""}`;
    };
    if (wanted === "refused") expect(told).toThrow("a file is not read");
    else expect(told()).toBe(wanted);
  });

  it("reads several commands, one after the other", () => {
    expect(readCurl("# two\ncurl http://x/a ;\ncurl http://x/b &\n").map(({ url }) => url)).toEqual(["http://x/a", "http://x/b"]);
  });

  it.each([
    ["", "nothing there"],
    ["wget http://x/", "wget : not a curl command"],
    ["curl", "names no url"],
    ["curl http://x/ http://y/", "http://y/ : a second url"],
    ["curl -F a=b http://x/", "--form : a form of several parts cannot be sent"],
    ["curl -X PURGE http://x/", "--request PURGE : not a method Plateau sends"],
    ["curl -b cookies.txt http://x/", "--cookie cookies.txt : a file is not read"],
    ["curl -H 'nonsense' http://x/", "--header nonsense : not a header"],
    ["curl --unix-socket app.sock http://x/", "--unix-socket app.sock : not a path from the root"],
    ["curl --unix-socket /run/app.sock https://x/", "--unix-socket /run/app.sock : over a Unix socket Plateau speaks HTTP only"],
    ["curl --abstract-unix-socket app http://x/", "--abstract-unix-socket : a socket without a file is not loaded"],
    ["curl ftp://x/", "ftp://x/ : not a url Plateau loads"],
    ["curl http://x/ -H", "--header : nothing follows"],
    ['curl ^"http://localhost/^" ^\n -H ^"a: b^"', "copied for cmd.exe"],
    ["curl $'http://x/' -H $'a: b\\r\\nX-Evil: 1'", "a header value has no line break"],
  ])("refuses %j", (text, why) => {
    expect(() => readCurl(text)).toThrow(why);
  });
});
