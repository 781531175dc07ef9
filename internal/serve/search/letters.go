package search

// Wrong letters: the keys that a text becomes by putting right a letter or two.

// mostWrong is how many letters of a text may be wrong, missing, superfluous or swapped with the next.
func mostWrong(text string) int {
	switch {
	case len(text) < 3:
		return 0
	case len(text) < 6:
		return 1
	}
	return 2
}

const (
	longBeginning = 6 // bytes of a text with which a key may begin, but for one letter
	never         = longestKey + 1
)

// comparison compares a text with keys in their order. What keys that begin alike share is compared once.
type comparison struct {
	text    string
	most    int
	rows    [longestKey + 1][longestKey + 2]uint8 // corrections from each beginning of a key to each beginning of the text, of about its length
	dead    int                                   // length of the key's shortest beginning with too many
	started int                                   // and of the shortest that is the text but for a letter
}

// near visits the keys that a text becomes by corrections, and says how many. Budget is how many letters of keys it may
// compare; it leaves the rest.
func (k *keys) near(text string, budget *int, visit func(key, wrong int, whole bool)) {
	c := comparison{text: text, most: mostWrong(text), dead: never, started: never}
	if c.most == 0 || len(text) > longestKey {
		return
	}
	for j := range c.most + 2 {
		c.rows[0][j] = uint8(j)
	}
	for i := 0; i < len(k.alike) && *budget > 0; i++ {
		alike := int(k.alike[i])
		if alike < c.started {
			c.started = never
		}
		switch {
		case alike < c.dead:
			key := k.at(i)
			*budget -= c.compare(key, alike)
			if wrong := c.wrong(len(key)); c.dead == never && wrong <= c.most {
				visit(i, wrong, true)
				continue
			}
		case c.started == never && i%keysOfBlock == 0 && int(k.least[i/keysOfBlock]) >= c.dead:
			i += keysOfBlock - 1
		}
		if c.started != never {
			visit(i, 1, false)
		}
	}
}

// wrong returns how many corrections make the whole text of a key's beginning, more than most where they are too many.
func (c *comparison) wrong(length int) int {
	if n := len(c.text); length < n-c.most || length > n+c.most {
		return c.most + 1
	}
	return int(c.rows[length][len(c.text)])
}

// compare fills the rows of a key behind those that it shares with the one before, and returns how many.
func (c *comparison) compare(key string, alike int) int {
	c.dead = never
	d := alike
	for ; d < len(key) && c.dead == never; d++ {
		least := c.next(key, d)
		if c.started == never && len(c.text) >= longBeginning && c.wrong(d+1) <= 1 {
			c.started = d + 1
		}
		if least > c.most {
			c.dead = d + 1
		}
	}
	return d - alike
}

// next fills the row of a key's beginning with one more byte, and returns its least. Beginnings of the text that are much
// shorter or longer are too far from it.
func (c *comparison) next(key string, d int) int {
	above, row := &c.rows[d], &c.rows[d+1]
	from, to := max(0, d-c.most), min(len(c.text), d+1+c.most)
	row[from] = uint8(c.most + 1)
	if from == 0 {
		row[0] = uint8(d + 1)
	}
	least := row[from]
	for j := from; j < to; j++ {
		best := above[j]
		if key[d] != c.text[j] {
			best = 1 + min(best, above[j+1], row[j])
			if d > 0 && j > 0 && key[d] == c.text[j-1] && key[d-1] == c.text[j] {
				best = min(best, 1+c.rows[d-1][j-1])
			}
		}
		row[j+1] = best
		least = min(least, best)
	}
	row[to+1] = uint8(c.most + 1)
	return int(least)
}
