// Two builds: the page, one module and one sheet; and the frame that draws PDFs, a classic script,
// because a sandboxed frame has no origin and may not load modules. Names carry no hash: the
// server sends ETags, and the files checked in change only where their content does.
import { defineConfig } from "vite";

const SERVER = process.env["PERUSAL_SERVER"] ?? "http://127.0.0.1:7333";
const ROUTES = ["/api", "/v1", "/mcp", "/metrics", "/openapi.json", "/livez", "/readyz"];

const page = defineConfig({
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
  server: { proxy: Object.fromEntries(ROUTES.map((route) => [route, SERVER])) },
});

const frame = defineConfig({
  build: {
    outDir: "dist",
    emptyOutDir: false,
    target: "es2023",
    rollupOptions: {
      input: "src/frame/frame.ts",
      output: { format: "iife", entryFileNames: "assets/pdf/frame.js" },
    },
  },
  publicDir: false,
});

export default defineConfig(({ mode }) => (mode === "frame" ? frame : page));
