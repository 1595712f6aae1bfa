// How the page looks: kept in this browser.
import { useState } from "preact/hooks";
import { type Theme, chooseTheme, theme } from "../../theme";
import { LANGUAGES, type Language, chooseLanguage, language, words } from "../../words";

const say = words.settings;
const THEMES: [Theme, string][] = [
  ["system", say.themeSystem],
  ["light", say.themeLight],
  ["dark", say.themeDark],
];

export function ThisPage() {
  const [chosen, choose] = useState(theme());
  return (
    <div class="pairs">
      <span id="name-theme">{say.theme}</span>
      <span role="group" aria-labelledby="name-theme" class="choices">
        {THEMES.map(([name, told]) => (
          <button
            key={name}
            type="button"
            class="quiet"
            aria-pressed={chosen === name}
            onClick={() => {
              chooseTheme(name);
              choose(name);
            }}
          >
            {told}
          </button>
        ))}
      </span>
      <label for="language">{say.language}</label>
      <select id="language" value={language()} onChange={(event) => chooseLanguage(event.currentTarget.value as Language)}>
        {LANGUAGES.map(([name, told]) => (
          <option key={name} value={name}>
            {told}
          </option>
        ))}
      </select>
    </div>
  );
}
