package gevel

import "testing"

func TestAClassIsGivenFromItsPromiseOn(t *testing.T) {
	for class := ConfidenceClass(1); class <= 5; class++ {
		p := class.Promise()
		at := func(share float64) ConfidenceClass {
			var within10, within15, within20 float64
			switch p.Within {
			case 0.10:
				within10 = share
			case 0.15:
				within15 = share
			case 0.20:
				within20 = share
			}
			return ClassOf(within10, within15, within20)
		}
		if got := at(p.Share); got != class {
			t.Errorf("ClassOf at the promise %+v of class %d = %d", p, class, got)
		}
		if got := at(p.Share - 1e-9); got >= class {
			t.Errorf("ClassOf just below the promise %+v of class %d = %d", p, class, got)
		}
	}
}
