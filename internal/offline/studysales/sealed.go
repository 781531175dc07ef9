package studysales

// Values that were sealed before the sales were known.

import (
	"errors"
	"fmt"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/comparison"
	"github.com/gevel/gevel/internal/judge/seal"
)

// Reasons for which a row of values is not counted as sealed.
const (
	reasonNoProof  = "no_proof"  // it has none
	reasonBadProof = "bad_proof" // it has one of something else: of another value, home or day, or of no seal of the chain
)

// Seals are the chain that values are held to, and when each of its seals was there.
type Seals struct {
	Chain seal.Chain
	Shown []seal.Shown
}

// Keep keeps the values whose proofs hold, each of its home alone, and rejects the others. Error: none holds.
func (f *Values) Keep(s *Seals) error {
	kept := f.List[:0]
	for i := range f.rows {
		v, sealed := f.List[i], &f.rows[i]
		reason, err := reasonNoProof, errNoProof
		if sealed.proof != "" {
			reason = reasonBadProof
			v.Seal, err = s.check(sealed)
		}
		if err != nil {
			f.Rejects.Add(reason, v.Row, err.Error())
			continue
		}
		v.Homes, v.Day = v.Homes[:1], gevel.Some(s.Chain[v.Seal-1].Day)
		kept = append(kept, v)
	}
	if f.List = kept; len(kept) > 0 {
		return nil
	}
	var why []string
	for _, r := range f.Rejects.List() {
		why = append(why, fmt.Sprintf("%d are %s, such as %s", r.Count, r.Reason, r.Samples[0]))
	}
	return gevel.Refusal(strings.Join(why, "; "), "no row of values was sealed")
}

var errNoProof = errors.New("the row has no proof")

// check returns the number of the seal that has a row. Error: none has it.
func (s *Seals) check(v *value) (int, error) {
	p, err := seal.Parse(v.proof)
	if err != nil {
		return 0, err
	}
	of, err := s.Chain.Check(&p)
	if err != nil {
		return 0, err
	}
	said := seal.Row{
		Home: p.Row.Home, Value: v.Said.Value, Low80: v.Said.Low80, High80: v.Said.High80, FSD: v.fsd.V, Class: strings.TrimSpace(v.class),
	}
	switch {
	case len(v.Homes) == 0 || v.Homes[0] != p.Row.Home:
		return 0, fmt.Errorf("the proof is of %s", p.Row.Home)
	case said != p.Row:
		return 0, fmt.Errorf("the proof is of %s, the row says %s", p.Row.Text(), said.Text())
	case v.Day.Known && v.Day.V != of.Day:
		return 0, fmt.Errorf("seal %d is of %s, the row of %s", of.Number, of.Day, v.Day.V)
	case !v.from.isOf(of):
		return 0, fmt.Errorf("seal %d is of edition %s by %s, the row of %s by %s", of.Number, of.Edition, of.MadeBy, v.from.edition, v.from.madeBy)
	}
	return of.Number, nil
}

// isOf reports whether a seal says the same, where the row says something.
func (o origin) isOf(s *seal.Seal) bool {
	return (o.edition == "" || o.edition == s.Edition) && (o.madeBy == "" || o.madeBy == s.MadeBy)
}

// Sealed says what share of the sales had a value that was sealed before they became known, and what shows when.
type Sealed struct {
	Seals int            `json:"seals"`
	Sales int            `json:"sales"`
	Had   map[string]int `json:"had"` // sales with such a value, by what shows when it was sealed
}

// Sealed counts the sales that have a sealed value among those that are tested.
func (s *Seals) Sealed(tested []int32, j *comparison.Joined) *Sealed {
	out := &Sealed{Seals: len(s.Chain), Sales: len(tested), Had: map[string]int{}}
	for _, row := range tested {
		if v := j.Value(row); v != nil {
			out.Had[string(s.Shown[v.Seal-1].By)]++
		}
	}
	return out
}

// String says it in a sentence.
func (s *Sealed) String() string {
	n := 0
	for _, had := range s.Had {
		n += had
	}
	text := fmt.Sprintf("%d of %d sales (%.1f %%) had a value that was sealed before they became known, in one of %d seals; other values do not count.",
		n, s.Sales, 100*float64(n)/float64(max(s.Sales, 1)), s.Seals)
	for _, by := range []seal.By{seal.Stamped, seal.Copied} {
		if s.Had[string(by)] > 0 {
			text += fmt.Sprintf(" %d were sealed by a day that %s shows.", s.Had[string(by)], by)
		}
	}
	if word := s.Had[string(seal.Word)]; word > 0 {
		text += fmt.Sprintf(" Of %d the day of the seal is the operator's word: neither a stamp of a trusted authority nor a copy "+
			"held by somebody else shows it.", word)
	}
	return text
}
