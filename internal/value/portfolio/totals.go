package portfolio

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/standard"
	"github.com/gevel/gevel/internal/value/book"
	"github.com/gevel/gevel/internal/value/valuation"
)

// totals are sums over rows, in memory that does not grow with the rows but for the book, of some hundred bytes a home.
type totals struct {
	shock gevel.Opt[float64]
	book  book.Book
	// inspections are of the homes of the book.
	inspections book.Inspections

	rows, valued       int
	further            int // valued rows whose home an earlier row has
	refused            map[gevel.Code]*refusal
	unread             int
	left               sumLines       // the lines that sum up others
	summed             float64        // exposure above the last of them, of so many loans
	loans, before      int            // rows with an amount, and those above the last line that sums up others
	exposure           float64        // of all rows with a valid loan
	values             float64        // of each home once
	bound              map[string]int // valued homes by the basis of their capped value
	now, capped, after *measure
	turned             *measure
	turn               gevel.Opt[valuation.Turned] // of the last row that had one
	bars               []barred                    // by standard.Lending
	changes, byModels  *spread
	groups             map[string]map[string]*group
}

// nearSum is how near a line of totals is to the sum of the loans above it, whose cents may be rounded.
const nearSum = 0.001

// refusal counts the homes without a value for one reason.
type refusal struct {
	rows     int
	exposure float64
	sample   string
}

// measure sums loans by loan to value.
type measure struct {
	loans, value, weighted float64 // weighted is the sum of loan times loan to value
	bands                  [len(bandEnds) + 1]tally
	above                  [len(aboveEnds)]tally
}

// tally counts homes and sums their loans.
type tally struct {
	homes int
	loans float64
}

// bandEnds are the ends of the bands of loan to value, inclusive; the last band is open.
var bandEnds = [...]float64{0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.1}

// aboveEnds are the bounds above which loans are counted.
var aboveEnds = [...]float64{0.8, 0.9, 1.0}

// add adds a loan on a home, whose value counts once however many loans it has.
func (m *measure) add(loan, value float64, isNew bool) {
	ltv := loan / value
	m.loans += loan
	if isNew {
		m.value += value
	}
	m.weighted += loan * ltv
	band := 0
	for band < len(bandEnds) && ltv > bandEnds[band] {
		band++
	}
	m.bands[band].add(loan)
	for i, end := range aboveEnds {
		if ltv > end {
			m.above[i].add(loan)
		}
	}
}

func (t *tally) add(loan float64) {
	t.homes++
	t.loans += loan
}

// group is the homes of a region, type or class.
type group struct {
	measure
	homes   int
	changes spread
}

// The ways of grouping homes.
const (
	byMunicipality = "municipality"
	byType         = "house type"
	byClass        = "class"
)

func newTotals(o *Options) *totals {
	return &totals{
		shock: o.Shock, inspections: book.Inspections{Most: o.Inspect}, refused: map[gevel.Code]*refusal{},
		bound: map[string]int{}, now: new(measure), capped: new(measure), after: new(measure), turned: new(measure),
		changes: new(spread), byModels: new(spread),
		bars:   make([]barred, len(standard.Lending)),
		groups: map[string]map[string]*group{byMunicipality: {}, byType: {}, byClass: {}, byLevel: {}, byBand: {}},
	}
}

// isSum reports whether an amount may be the sum of all loans so far, or of several since the last sum.
func (t *totals) isSum(amount float64) bool {
	isNear := func(sum float64) bool { return math.Abs(amount-sum) <= nearSum*sum+1 }
	return amount > 0 && (t.loans > 1 && isNear(t.exposure) || t.loans > t.before+1 && isNear(t.exposure-t.summed))
}

// sumLines are lines that sum up others. The first few are named.
type sumLines struct {
	lines []string
	count int
}

func (l *sumLines) add(line int) {
	if l.count++; l.count <= gevel.RejectSamples {
		l.lines = append(l.lines, fmt.Sprintf("line %d", line))
	}
}

// String names the lines, "" for none.
func (l *sumLines) String() string {
	text := strings.Join(l.lines, ", ")
	if more := l.count - len(l.lines); more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

func (t *totals) add(r *result) {
	if r.homeless && (r.summary || !r.unread && t.isSum(r.loan.amount)) {
		t.left.add(r.line)
		t.summed, t.before = t.exposure, t.loans
		return
	}
	t.rows++
	switch {
	case r.unread:
		t.unread++
	case r.loan.amount > 0:
		t.loans++
		t.exposure += r.loan.amount
	}
	if !r.valued() {
		t.refuse(r)
		return
	}
	t.valued++
	value := float64(r.value.Weighted)
	home := r.home()
	isNew := t.book.Add(&home)
	if isNew {
		t.values += value
	} else {
		t.further++
	}
	t.now.add(r.loan.amount, value, isNew)
	t.addStandard(r.loan.amount, value, r.value.Class)
	t.bound[r.capped.basis]++
	if r.capped.value.Known {
		t.capped.add(r.loan.amount, float64(r.capped.value.V), isNew)
	}
	if t.shock.Known {
		t.after.add(r.loan.amount, r.shocked(r.value.Weighted), isNew)
	}
	if r.turned.Known {
		t.turn = r.turned
	}
	t.turned.add(r.loan.amount, value*(1+r.turned.V.Change), isNew)
	change := r.change()
	t.changes.add(change)
	t.byModels.add(gevel.Opt[float64]{V: math.Abs(r.byModel.V), Known: r.byModel.Known})
	for _, part := range slices.Concat(home.Segments, scales(r.value.FSD)) {
		by, name := part.By, part.Name
		g := t.groups[by][name]
		if g == nil {
			g = new(group)
			t.groups[by][name] = g
		}
		g.homes++
		g.add(r.loan.amount, value, isNew)
		g.changes.add(change)
	}
	if isNew && t.inspections.Most > 0 {
		t.inspections.Add(book.Inspection{Line: r.line, Home: r.value.Address.String()}, &home, r.unseen)
	}
}

// home returns the home of a valued row, as the book takes it.
func (r *result) home() book.Home {
	return book.Home{
		ID: r.value.Dwelling.ID, Value: float64(r.value.Weighted), FSD: r.value.FSD, Loan: r.loan.amount, Shared: r.shared,
		Segments: []book.Segment{
			{By: byMunicipality, Name: r.region}, {By: byType, Name: r.homeType}, {By: byClass, Name: fmt.Sprint(int(r.value.Class))},
		},
	}
}

func (t *totals) refuse(r *result) {
	had := t.refused[r.reason]
	if had == nil {
		had = &refusal{sample: gevel.Printable(fmt.Sprintf("line %d: %s", r.line, r.message))}
		t.refused[r.reason] = had
	}
	had.rows++
	if !r.unread {
		had.exposure += r.loan.amount
	}
}

// spread is a histogram of log changes in steps of a thousandth, so that the median of any number of changes
// takes little memory.
type spread struct {
	n     int
	steps map[int16]int
}

// stepsPerLog is the resolution of the histogram: a thousandth.
const stepsPerLog = 1000

// farthest is the cut-off of log changes, a factor of e^16; more steps would not fit an int16.
const farthest = 16.0

func (s *spread) add(change gevel.Opt[float64]) {
	if !change.Known || change.V <= -1 {
		return
	}
	if s.steps == nil {
		s.steps = map[int16]int{}
	}
	log := min(max(math.Log1p(change.V), -farthest), farthest)
	s.n++
	s.steps[int16(math.Round(stepsPerLog*log))]++
}

// median returns the median change, to a thousandth.
func (s *spread) median() gevel.Opt[float64] {
	if s.n == 0 {
		return gevel.Opt[float64]{}
	}
	lower, upper := s.at((s.n-1)/2), s.at(s.n/2)
	return gevel.Some(math.Expm1((lower + upper) / 2))
}

// at returns the log change at a position in the order.
func (s *spread) at(place int) float64 {
	for _, step := range slices.Sorted(maps.Keys(s.steps)) {
		if place -= s.steps[step]; place < 0 {
			return float64(step) / stepsPerLog
		}
	}
	return 0
}

// sortedGroups returns the groups of one kind by number of homes, most first; classes from the highest.
func (t *totals) sortedGroups(by string) []string {
	names := slices.Collect(maps.Keys(t.groups[by]))
	slices.SortFunc(names, func(a, b string) int {
		if by == byClass || by == byLevel {
			return cmp.Compare(b, a)
		}
		return cmp.Or(cmp.Compare(t.groups[by][b].homes, t.groups[by][a].homes), cmp.Compare(a, b))
	})
	return names
}
