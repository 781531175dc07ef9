package score

// The sales that were left out: a value for one of them says why it has no sale.

import (
	"fmt"
	"strings"

	"github.com/gevel/gevel"
)

// leftOut are the sales that were left out, by id and home, as far as their rows name these.
type leftOut struct {
	byID   map[string]string      // reason
	byHome map[string][]leftOutAt // in the order of the file
}

// leftOutAt is a sale of a home that was left out.
type leftOutAt struct {
	date   gevel.Date // gevel.NoDate where it could not be read
	reason string
}

func newLeftOut() leftOut {
	return leftOut{byID: map[string]string{}, byHome: map[string][]leftOutAt{}}
}

func (l *leftOut) add(s *sale, reason string) {
	if s.id != "" {
		l.byID[s.id] = reason
	}
	for _, home := range s.homes {
		l.byHome[home] = append(l.byHome[home], leftOutAt{s.date, reason})
	}
}

// of says which sale of a value was left out and why: sale a was left out (bad_price). It is "" when none was.
func (l *leftOut) of(v *value) string {
	if reason, ok := l.byID[v.sale]; ok {
		return fmt.Sprintf("sale %s was left out (%s)", v.sale, reason)
	}
	for _, home := range v.homes {
		for _, s := range l.byHome[home] {
			if !v.saleDay.Known || s.date == gevel.NoDate || s.date == v.saleDay.V {
				return fmt.Sprintf("the sale %s was left out (%s)", v.home(), s.reason)
			}
		}
	}
	return ""
}

// refusalOfAll is the error for a file whose sales were all left out.
func refusalOfAll(rejects *gevel.Rejects) error {
	if rejects.Total() == 0 {
		return gevel.Refusal("", "there is no sale in it")
	}
	var why []string
	for _, r := range rejects.List() {
		why = append(why, fmt.Sprintf("%s %d, such as %s", r.Reason, r.Count, r.Samples[0]))
	}
	left := "the one sale was"
	if n := rejects.Total(); n > 1 {
		left = fmt.Sprintf("all %d sales were", n)
	}
	return gevel.Refusal("", "%s left out: %s", left, strings.Join(why, "; "))
}
