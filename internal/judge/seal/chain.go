package seal

import (
	"bytes"
	"crypto/sha256"
	"crypto/x509"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/gevel/gevel"
)

// Seal is one seal of a chain.
type Seal struct {
	Number   int        `json:"number"` // from 1
	Day      gevel.Date `json:"day"`    // of the values
	Sealed   time.Time  `json:"sealed"` // by the clock of who sealed
	Edition  string     `json:"edition"`
	MadeBy   string     `json:"madeBy"`
	Homes    int        `json:"homes"`
	Root     Hash       `json:"root"`
	Previous Hash       `json:"previous"` // the link of the seal before; zero of the first
	Link     Hash       `json:"link"`     // the hash of all of these
	// Stamp is an authority's time-stamp token of the link (RFC 3161). It may be added later.
	Stamp []byte `json:"stamp,omitempty"`
}

// link returns the hash of the seal's text.
func (s *Seal) link() Hash {
	return sha256.Sum256(fmt.Appendf(nil, "gevel seal 1\nnumber %d\nday %s\nsealed %s\nedition %s\nmade by %s\nhomes %d\nroot %s\nprevious %s\n",
		s.Number, s.Day, s.Sealed.UTC().Format(time.RFC3339), s.Edition, s.MadeBy, s.Homes, s.Root, s.Previous))
}

// MarshalText writes hexadecimal digits.
func (h Hash) MarshalText() ([]byte, error) { return []byte(h.String()), nil }

// UnmarshalText reads what MarshalText writes.
func (h *Hash) UnmarshalText(text []byte) error {
	b, err := hex.DecodeString(string(text))
	if err != nil || len(b) != len(h) {
		return errors.New("a hash has 64 hexadecimal digits")
	}
	copy(h[:], b)
	return nil
}

func (h Hash) String() string { return hex.EncodeToString(h[:]) }

// Chain are seals in order.
type Chain []Seal

// End returns the link of the last seal, zero without one.
func (c Chain) End() Hash {
	if len(c) == 0 {
		return Hash{}
	}
	return c[len(c)-1].Link
}

// Add returns the seal behind the last one.
func (c Chain) Add(s Seal) (Seal, error) {
	s.Number, s.Previous, s.Sealed = len(c)+1, c.End(), s.Sealed.UTC().Truncate(time.Second)
	s.Link = s.link()
	return s, c.follows(&s)
}

// follows refuses a seal that can't stand behind the chain.
func (c Chain) follows(s *Seal) error {
	switch {
	case s.Number != len(c)+1:
		return fmt.Errorf("seal %d stands where seal %d is to be", s.Number, len(c)+1)
	case s.Previous != c.End():
		return fmt.Errorf("seal %d does not follow the one before it", s.Number)
	case s.Link != s.link():
		return fmt.Errorf("seal %d does not match its link", s.Number)
	case s.Homes < 1:
		return fmt.Errorf("seal %d has no homes", s.Number)
	case !s.Sealed.Equal(s.Sealed.Truncate(time.Second)):
		return fmt.Errorf("seal %d has fractions of a second, which its link does not cover", s.Number)
	case s.Day > gevel.DayOf(s.Sealed):
		return fmt.Errorf("seal %d is of %s, a day after it was sealed", s.Number, s.Day)
	case len(c) > 0 && s.Sealed.Before(c[len(c)-1].Sealed):
		return fmt.Errorf("seal %d was sealed before the one before it", s.Number)
	case strings.ContainsAny(s.Edition+s.MadeBy, "\n\r"):
		return fmt.Errorf("seal %d has a line break in a name", s.Number)
	}
	return nil
}

// line is what a file of seals holds: a seal, the stamp of an earlier one, or the whole list as a service shows it.
type line struct {
	Seal
	Seals []Seal `json:"seals,omitempty"`
}

// ParseChain reads a file of seals, one a line, or the answer of a service. Error: it is no chain from its first seal on.
func ParseChain(text []byte) (Chain, error) {
	var c Chain
	d := json.NewDecoder(bytes.NewReader(text))
	for {
		var l line
		if err := d.Decode(&l); errors.Is(err, io.EOF) {
			return c, nil
		} else if err != nil {
			return nil, fmt.Errorf("behind seal %d: %w", len(c), err)
		}
		list := l.Seals
		if list == nil {
			list = []Seal{l.Seal}
		}
		for i := range list {
			s := &list[i]
			if s.Homes == 0 && len(s.Stamp) > 0 && s.Number >= 1 && s.Number <= len(c) {
				of := &c[s.Number-1]
				if len(of.Stamp) > 0 {
					return nil, fmt.Errorf("seal %d has two stamps", s.Number)
				}
				of.Stamp = s.Stamp
				continue
			}
			if err := c.follows(s); err != nil {
				return nil, err
			}
			c = append(c, *s)
		}
	}
}

// Line returns a seal as a line of the file.
func (s *Seal) Line() []byte {
	text, _ := json.Marshal(s) // of texts and numbers
	return append(text, '\n')
}

// StampLine returns the stamp of a seal as a line of the file.
func StampLine(number int, stamp []byte) []byte {
	text, _ := json.Marshal(struct {
		Number int    `json:"number"`
		Stamp  []byte `json:"stamp"`
	}{number, stamp})
	return append(text, '\n')
}

// Check returns the seal in which a proof's row is. Error: none has it.
func (c Chain) Check(p *Proof) (*Seal, error) {
	if p.Seal < 1 || p.Seal > len(c) {
		return nil, fmt.Errorf("there is no seal %d", p.Seal)
	}
	s := &c[p.Seal-1]
	if p.Root() != s.Root {
		return nil, fmt.Errorf("seal %d has no such value of %s", p.Seal, p.Row.Home)
	}
	return s, nil
}

// When a seal was there.

// By says what shows the day of a seal.
type By string

// What shows a day: the stamp of an authority, a copy that somebody else has, or nothing.
const (
	Stamped By = "a stamp"
	Copied  By = "a copy held by somebody else"
	Word    By = "the operator's word"
)

// Shown is the day on which a seal was there at the latest, and what shows it.
type Shown struct {
	Of  gevel.Date // of the values
	Day gevel.Date
	By  By
}

// Witnesses are what a judge of a chain has beside it.
type Witnesses struct {
	Authority *x509.CertPool // whose stamps are trusted; nil for none
	Copy      Chain          // as it was on CopyDay
	CopyDay   gevel.Date
}

// Shown returns for each seal when it was there. Since each holds the one before, what shows a seal shows all before it.
// Errors: a stamp is none of the authority's, or the copy is another chain, or older than a seal in it.
func (c Chain) Shown(w Witnesses) ([]Shown, error) {
	if len(w.Copy) > len(c) {
		return nil, gevel.Refusal("", "the copy has %d seals, the file %d", len(w.Copy), len(c))
	}
	for i := range w.Copy {
		if w.Copy[i].Link != c[i].Link {
			return nil, gevel.Refusal("one of the two was changed", "the copy has another seal %d", i+1)
		}
		if made := gevel.DayOf(w.Copy[i].Sealed); made > w.CopyDay {
			return nil, gevel.Refusal("", "the copy has a seal that was made on %s, and can't be of %s", made, w.CopyDay)
		}
	}
	list, day, by := make([]Shown, len(c)), gevel.Never, Word
	for i := len(c) - 1; i >= 0; i-- {
		if w.Authority != nil && len(c[i].Stamp) > 0 {
			at, err := CheckStamp(c[i].Stamp, c[i].Link, w.Authority)
			if err != nil {
				return nil, gevel.Refusal("", "the stamp of seal %d: %v", i+1, err)
			}
			if stamped := gevel.DayOf(at); stamped < day {
				day, by = stamped, Stamped
			}
		}
		if i == len(w.Copy)-1 && w.CopyDay < day {
			day, by = w.CopyDay, Copied
		}
		if list[i] = (Shown{c[i].Day, day, by}); by == Word {
			list[i].Day = gevel.DayOf(c[i].Sealed)
		}
	}
	return list, nil
}
