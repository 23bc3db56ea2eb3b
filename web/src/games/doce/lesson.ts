import type { Step } from '../lesson';

const EMPTY = { to_move: 0 };
const ZONE = { to_move: 0, board: { c3: 'W6', e1: 'B6' }, marks: ['c3', 'e1'] };
const NEAR = { to_move: 0, board: { a1: 'W4', b1: 'W3', d1: 'W2', b4: 'B5', d4: 'B1', e3: 'B6' }, marks: ['a1', 'e3'] };
const DANGER = { to_move: 0, board: { a5: 'B4', b5: 'B3', d5: 'B4', a1: 'W6', e2: 'W5', c2: 'W6' }, marks: ['c2', 'a5'] };

export const lesson: Step[] = [
  {
    players: 2,
    position: EMPTY,
    until: [{ kind: 'placed', seat: 0 }],
    say: {
      en: 'Choose a face below, then a square, then Place. Any face, any empty square.',
      de: 'Wähle unten eine Zahl, dann ein Feld, dann Setzen. Jede Zahl, jedes leere Feld.',
      pl: 'Wybierz na dole liczbę, potem pole, potem Połóż. Dowolna liczba, dowolne puste pole.',
      fr: 'Choisis une face en bas, puis une case, puis Poser. N’importe quelle face, n’importe quelle case vide.',
      es: 'Elige abajo una cara, luego una casilla y luego «Colocar». Cualquier cara, cualquier casilla vacía.',
      it: 'Scegli in basso una faccia, poi una casella, poi «Piazza». Qualsiasi faccia, qualsiasi casella vuota.',
    },
    no: {
      en: 'Almost. A face, a square, and Place.',
      de: 'Fast. Eine Zahl, ein Feld, und Setzen.',
      pl: 'Prawie. Liczba, pole i Połóż.',
      fr: 'Presque. Une face, une case, et Poser.',
      es: 'Casi. Una cara, una casilla y «Colocar».',
      it: 'Quasi. Una faccia, una casella e «Piazza».',
    },
    well: {
      en: 'That is it. Your marker shows your last die.',
      de: 'Genau so. Dein Marker zeigt deinen letzten Würfel.',
      pl: 'O to chodzi. Znacznik pokazuje twoją ostatnią kość.',
      fr: 'Voilà. Ton marqueur montre ton dernier dé.',
      es: 'Eso es. Tu marcador muestra tu último dado.',
      it: 'Ecco. Il tuo segnalino mostra il tuo ultimo dado.',
    },
  },
  {
    players: 2,
    position: ZONE,
    until: [{ kind: 'placed', seat: 0 }],
    say: {
      en: 'Your marker lies on C3: its neighbours are your no-play zone. Try B2, read why not, then place elsewhere.',
      de: 'Dein Marker liegt auf C3: Die Nachbarn sind deine Sperrzone. Versuch B2, lies, warum nicht, dann setz woanders.',
      pl: 'Twój znacznik leży na C3: sąsiednie pola to twoja strefa zakazana. Spróbuj B2, przeczytaj, czemu nie, potem połóż gdzie indziej.',
      fr: 'Ton marqueur est en C3 : les cases voisines sont ta zone interdite. Essaie B2, lis pourquoi non, puis pose ailleurs.',
      es: 'Tu marcador está en C3: sus vecinas son tu zona prohibida. Prueba B2, lee por qué no y coloca en otro sitio.',
      it: 'Il tuo segnalino è in C3: le caselle vicine sono la tua zona vietata. Prova B2, leggi perché no, poi piazza altrove.',
    },
    no: {
      en: 'You see: never next to your own last die. Now a square further away.',
      de: 'Siehst du: nie neben den eigenen letzten Würfel. Jetzt ein Feld weiter weg.',
      pl: 'Widzisz: nigdy obok własnej ostatniej kości. Teraz pole dalej.',
      fr: 'Tu vois : jamais à côté de ton propre dernier dé. Maintenant une case plus loin.',
      es: 'Ya ves: nunca junto a tu propio último dado. Ahora, una casilla más lejos.',
      it: 'Vedi: mai accanto al proprio ultimo dado. Ora una casella più lontana.',
    },
    well: {
      en: 'Good. The zone moves along with your marker.',
      de: 'Gut. Die Zone wandert mit deinem Marker.',
      pl: 'Dobrze. Strefa wędruje razem ze znacznikiem.',
      fr: 'Bien. La zone suit ton marqueur.',
      es: 'Bien. La zona se mueve con tu marcador.',
      it: 'Bene. La zona si sposta col tuo segnalino.',
    },
  },
  {
    players: 2,
    position: NEAR,
    until: [{ kind: 'lined', seat: 0 }],
    missed: [{ kind: 'placed', seat: 0 }],
    say: {
      en: '4 + 3 + 2 = 9. Complete the row: put a 3 on C1 for a line of 12.',
      de: '4 + 3 + 2 = 9. Mach die Reihe voll: eine 3 auf C1 ergibt 12.',
      pl: '4 + 3 + 2 = 9. Dokończ rząd: 3 na C1 daje linię za 12.',
      fr: '4 + 3 + 2 = 9. Complète la rangée : un 3 en C1 pour une ligne de 12.',
      es: '4 + 3 + 2 = 9. Completa la fila: pon un 3 en C1 y tendrás una línea de 12.',
      it: '4 + 3 + 2 = 9. Completa la riga: metti un 3 in C1 per una linea da 12.',
    },
    no: {
      en: 'Not quite: it takes a 3, on C1.',
      de: 'Nicht ganz: Es braucht eine 3, und zwar auf C1.',
      pl: 'Nie całkiem: potrzeba 3, na C1.',
      fr: 'Pas tout à fait : il faut un 3, en C1.',
      es: 'No del todo: hace falta un 3, en C1.',
      it: 'Non proprio: ci vuole un 3, in C1.',
    },
    well: {
      en: 'Twelve! A line wins the round.',
      de: 'Zwölf! Eine Reihe gewinnt die Runde.',
      pl: 'Dwanaście! Linia wygrywa rundę.',
      fr: 'Douze ! Une ligne gagne la manche.',
      es: '¡Doce! Una línea gana la ronda.',
      it: 'Dodici! Una linea vince il round.',
    },
  },
  {
    players: 2,
    position: DANGER,
    until: [{ kind: 'blocked', seat: 0 }],
    missed: [{ kind: 'placed', seat: 0 }],
    say: {
      en: 'Your rival needs 1 on C5. Choose “Blocker first” and block C5, then place a die.',
      de: 'Dein Gegner braucht eine 1 auf C5. Wähle „Erst sperren“, sperr C5, dann setz einen Würfel.',
      pl: 'Rywalowi brakuje 1 na C5. Wybierz „Najpierw blokada”, zablokuj C5, potem połóż kość.',
      fr: 'Il manque un 1 en C5 à ton adversaire. Choisis « Bloqueur d’abord », bloque C5, puis pose un dé.',
      es: 'A tu rival le falta un 1 en C5. Elige «Antes, bloquear» y bloquea C5; luego coloca un dado.',
      it: 'Al tuo rivale serve un 1 in C5. Scegli «Prima il blocco» e blocca C5, poi piazza un dado.',
    },
    no: {
      en: 'That leaves C5 open. “Blocker first”, then C5.',
      de: 'So bleibt C5 offen. „Erst sperren“, dann C5.',
      pl: 'Tak C5 zostaje otwarte. „Najpierw blokada”, potem C5.',
      fr: 'C5 reste ouverte. « Bloqueur d’abord », puis C5.',
      es: 'Así C5 queda libre. «Antes, bloquear», y luego C5.',
      it: 'Così C5 resta libera. «Prima il blocco», poi C5.',
    },
    well: {
      en: 'Safe. You have one blocker a round; keeping it is worth a point.',
      de: 'Sicher. Ein Sperrstein pro Runde; wer ihn behält, bekommt einen Punkt.',
      pl: 'Bezpiecznie. Masz jedną blokadę na rundę; jej zachowanie daje punkty.',
      fr: 'Sauvé. Tu as un bloqueur par manche ; le garder rapporte des points.',
      es: 'A salvo. Tienes un bloqueo por ronda; guardarlo da puntos.',
      it: 'Salvo. Hai un blocco a round; tenerlo vale punti.',
    },
  },
];
