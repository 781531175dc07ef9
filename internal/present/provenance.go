// Where the characteristics of a home come from, in text and JSON.

package present

import (
	"fmt"
	"io"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/value/explain"
)

func writeCharacteristics(w io.Writer, e explain.Explanation) error {
	t := table(w)
	fmt.Fprintln(t, "CHARACTERISTIC\tVALUE\tFROM")
	for _, k := range e.Characteristics {
		fmt.Fprintf(t, "%s\t%s\t%s\n", k.Label, k.Value, fromWhere(k))
	}
	return t.Flush()
}

// fromWhere says where a characteristic comes from.
func fromWhere(k explain.Characteristic) string {
	switch {
	case k.Given:
		return "given"
	case k.Source == gevel.NoSource:
		return "not said"
	}
	text := k.From.Name
	if k.From.Derived {
		text = "derived from " + text
	}
	if k.Known != gevel.NoDate {
		text += " of " + k.Known.String()
	}
	if k.About.Known {
		text += ", about " + k.About.V.String()
	}
	if k.Expired {
		text += ", expired on " + k.Until.String()
	}
	return text
}

type characteristicJSON struct {
	Name    string  `json:"name"`
	Value   any     `json:"value"`  // a number, a boolean or a name
	Source  string  `json:"source"` // given, or a register's name
	Derived bool    `json:"derived"`
	Known   *string `json:"known"`   // the day on which it was registered
	Until   *string `json:"until"`   // the last day for which the source vouches for it
	Expired bool    `json:"expired"` // that day has passed
	About   *string `json:"about"`   // reference date, if it is another day
}

func newCharacteristicsJSON(known []explain.Characteristic) []characteristicJSON {
	list := make([]characteristicJSON, len(known))
	for i, k := range known {
		list[i] = characteristicJSON{
			Name: k.Name, Value: k.Plain, Source: k.From.Name, Derived: k.From.Derived,
			Known: dayOrNull(k.Known), Until: dayOrNull(k.Until), Expired: k.Expired,
			About: dayOrNull(k.About.Or(gevel.NoDate)),
		}
		if k.Given {
			list[i].Source = "given"
		}
	}
	return list
}

func dayOrNull(d gevel.Date) *string {
	if d == gevel.NoDate {
		return nil
	}
	return new(d.String())
}
