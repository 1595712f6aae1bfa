import "./style/base.css";
import "./style/parts.css";
import "./style/frame.css";
import { render } from "preact";
import { Frame } from "./Frame";
import { followLinks } from "./address";
import { listenToKeys } from "./keys";
import { applyTheme } from "./theme";
import { language } from "./words";

document.documentElement.lang = language();
applyTheme();
followLinks();
listenToKeys();
const place = document.getElementById("page");
if (place) render(<Frame />, place);
