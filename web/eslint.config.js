/** What the checks of the pages look for: mistakes, not taste (Prettier lays the lines out, svelte-check knows the types). */
import svelte from 'eslint-plugin-svelte';
import ts from 'typescript-eslint';

export default ts.config(
  { ignores: ['src/lib/', 'src/games/*/messages.ts', 'public/'] },
  ts.configs.recommended,
  svelte.configs['flat/recommended'],
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser } },
    rules: {
      // Sets and maps are replaced, not changed.
      'svelte/prefer-svelte-reactivity': 'off',
      // svelte-check heeds these comments.
      'svelte/no-unused-svelte-ignore': 'off',
    },
  },
  { rules: { '@typescript-eslint/no-unused-vars': ['error', { varsIgnorePattern: '^_', argsIgnorePattern: '^_' }] } },
);
