// Three builds: the page, one module and one sheet; the frame that draws PDFs and its worker, classic
// scripts, because a sandboxed frame has no origin and may not load modules. Names carry no hash:
// the server sends ETags, and the files checked in change only where their content does.
import { readFileSync, readdirSync } from "node:fs";
import { type Plugin, defineConfig } from "vite";

const SERVER = process.env["PERUSAL_SERVER"] ?? "http://127.0.0.1:7333";
const ROUTES = ["/api", "/v1", "/mcp", "/metrics", "/openapi.json", "/livez", "/readyz"];

// The server answers pages of its own origin alone.
const proxied = { target: SERVER, changeOrigin: true, headers: { Origin: SERVER } };

// What pdf.js asks for now and then, as it comes with it; a decoder in plain JavaScript, for browsers
// without WebAssembly, is left out.
const PDFJS = "node_modules/pdfjs-dist";
const FOLDERS: [string, string, RegExp][] = [
  ["cmaps", "cmaps", /\.bcmap$/],
  ["standard_fonts", "fonts", /\.(pfb|ttf)$/],
  ["wasm", "wasm", /\.wasm$/],
];

/** Of all that is built in or handed on. */
const LICENCES: [string, string][] = [
  ["preact/LICENSE", "preact"],
  ["pdfjs-dist/LICENSE", "pdfjs"],
  ["pdfjs-dist/cmaps/LICENSE", "cmaps"],
  ["pdfjs-dist/standard_fonts/LICENSE_FOXIT", "foxit"],
  ["pdfjs-dist/standard_fonts/LICENSE_LIBERATION", "liberation"],
  ["pdfjs-dist/wasm/LICENSE_OPENJPEG", "openjpeg"],
  ["pdfjs-dist/wasm/LICENSE_JBIG2", "jbig2"],
  ["pdfjs-dist/wasm/LICENSE_QCMS", "qcms"],
];

function resources(): [string, string][] {
  const files = FOLDERS.flatMap(([from, to, wanted]) =>
    readdirSync(`${PDFJS}/${from}`)
      .filter((name) => wanted.test(name))
      .sort()
      .map((name): [string, string] => [`assets/pdf/${to}/${name}`, `${PDFJS}/${from}/${name}`]),
  );
  const licences = LICENCES.map(([from, to]): [string, string] => [`assets/pdf/licences/${to}.txt`, `node_modules/${from}`]);
  return [...files, ...licences];
}

const pdfjs: Plugin = {
  name: "pdfjs-resources",
  generateBundle() {
    for (const [fileName, from] of resources()) this.emitFile({ type: "asset", fileName, source: readFileSync(from) });
  },
  configureServer(server) {
    // The frame is not served from its sources: `npm run build` makes it.
    const made = ["frame.js", "worker.js"].map((name) => [`assets/pdf/${name}`, `dist/assets/pdf/${name}`]);
    const served = new Map([...resources(), ...made] as [string, string][]);
    server.middlewares.use((request, response, next) => {
      const from = served.get((request.url ?? "").slice(1));
      if (!from) return next();
      response.end(readFileSync(from));
    });
  },
};

const page = defineConfig({
  plugins: [pdfjs],
  build: {
    outDir: "dist",
    assetsDir: "assets",
    assetsInlineLimit: 0,
    modulePreload: false,
    target: "es2023",
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
    cssCodeSplit: false,
    rollupOptions: {
      output: {
        entryFileNames: "assets/page.js",
        chunkFileNames: "assets/[name].js",
        assetFileNames: (asset) =>
          asset.names.some((name) => name.endsWith(".css"))
            ? "assets/page.css"
            : "assets/[name][extname]",
      },
    },
  },
  server: { proxy: Object.fromEntries(ROUTES.map((route) => [route, proxied])) },
});

/** A classic script from one source, beside what the page's build left. */
const script = (input: string, name: string) =>
  defineConfig({
    // Only Node's branch of pdf.js asks where it lies.
    define: { "import.meta.url": "undefined" },
    build: {
      outDir: "dist",
      emptyOutDir: false,
      target: "es2023",
      chunkSizeWarningLimit: 1500,
      rollupOptions: { input, output: { format: "iife", entryFileNames: `assets/pdf/${name}.js` } },
    },
    publicDir: false,
  });

export default defineConfig(({ mode }) => {
  switch (mode) {
    case "frame":
      return script("src/frame/frame.ts", "frame");
    case "worker":
      return script(`${PDFJS}/build/pdf.worker.mjs`, "worker");
    default:
      return page;
  }
});
