// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IPaymentProcessor} from "../../../src/payments/interfaces/IPaymentProcessor.sol";
import {LocalSmartWallet} from "../../../src/local/LocalSmartWallet.sol";
import {PaymentTest} from "../support/PaymentTest.sol";

/// @dev Payers with a delegation of EIP-7702, as the chain stores it: 0xef0100 and the address of the code.
/// forge-config: default.evm_version = "prague"
contract DelegatedPayerTest is PaymentTest {
    function test_pays_with_its_own_key_where_the_code_accepts_it() public {
        Order memory o = _delegated(1, vm.addr(unfundedOrder(1).key));
        payTerms(o);
        expectTermsSettled(o, payoutA);
    }

    function test_pays_with_a_session_key_of_the_code() public {
        uint256 sessionKey = 0xbeef;
        Order memory o = _delegated(1, vm.addr(sessionKey));
        o.key = sessionKey;
        bytes memory auth = bytesOf(signTerms(o));
        processor.payTermsSigned(terms(o), auth);
        expectTermsSettled(o, payoutA);
    }

    function test_pays_in_a_batch() public {
        Order memory o = _delegated(1, vm.addr(unfundedOrder(1).key));
        vm.assertEq(settleTerms(oneTermsGroup(packed(o)))[0], 1, "bitmap");
        expectTermsSettled(o, payoutA);
    }

    function test_cannot_pay_with_its_own_key_where_the_code_refuses_it() public {
        Order memory o = _delegated(1, vm.addr(0xbeef));
        IPaymentProcessor.Sig memory auth = signTerms(o);
        vm.expectRevert(text("FiatTokenV2: invalid signature"));
        processor.payTerms(terms(o), auth);
        expectUntouched(o);
    }

    function _delegated(uint256 seed, address signer) private returns (Order memory o) {
        o = order(seed);
        vm.etch(o.from, abi.encodePacked(hex"ef0100", new LocalSmartWallet(signer)));
        vm.assertEq(o.from.code.length, 23, "a delegation");
    }
}
