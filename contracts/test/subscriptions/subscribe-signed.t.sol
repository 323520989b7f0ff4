// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {ISubscriptionManager} from "../../src/subscriptions/interfaces/ISubscriptionManager.sol";
import {LocalSmartWallet} from "../../src/local/LocalSmartWallet.sol";
import {LongSignatureWallet} from "../support/LongSignatureWallet.sol";
import {SubscriptionTest} from "./support/SubscriptionTest.sol";

/// forge-config: default.evm_version = "prague"
contract SubscribeSignedTest is SubscriptionTest {
    function test_enrols_a_key() public {
        Plan memory p = plan(1);
        vm.assertEq(subscribeSigned(p), intentDigest(p), "id");
        vm.assertEq(usdc.balanceOf(payoutA), net(PRICE), "payout");
    }

    function test_enrols_a_smart_wallet() public {
        Plan memory p = plan(1);
        p.terms.payer = address(new LocalSmartWallet(vm.addr(p.key)));
        mint(usdc, p.terms.payer, CAP);
        bytes32 id = subscribeSigned(p);
        pass(MONTH);
        charge(keeper, id, 1, 0, PRICE);
        vm.assertEq(usdc.balanceOf(p.terms.payer), CAP - 2 * PRICE, "payer");
    }

    function test_refuses_what_the_wallet_did_not_sign() public {
        Plan memory p = plan(1);
        p.terms.payer = address(new LocalSmartWallet(vm.addr(p.key)));
        mint(usdc, p.terms.payer, CAP);
        p.key = 0xbad;
        _refused(relayer, subscribeSignedCall(p), err(ISubscriptionManager.InvalidIntent.selector));
    }

    function test_enrols_a_delegated_account_by_its_code() public {
        Plan memory p = plan(1);
        vm.etch(p.terms.payer, abi.encodePacked(hex"ef0100", new LocalSmartWallet(vm.addr(0xbeef))));
        p.key = 0xbeef;
        subscribeSigned(p);
    }

    /// @dev The token asks the code for the permit; the intent is the key's own, whatever the code says.
    function test_takes_the_key_of_a_delegated_account_before_its_code() public {
        Plan memory p = plan(1);
        vm.etch(p.terms.payer, abi.encodePacked(hex"ef0100", new LocalSmartWallet(vm.addr(0xbeef))));
        bytes memory permitSig = signedBytes(0xbeef, permitDigest(p));
        bytes memory intentSig = signedBytes(p.key, intentDigest(p));
        manager.subscribeSigned(p.terms, permitSig, intentSig);
    }

    function test_enrols_with_a_permit_that_somebody_used_before() public {
        Plan memory p = plan(1);
        usePermit(p);
        subscribeSigned(p);
    }

    function test_refuses_a_permit_that_another_one_replaced() public {
        Plan memory p = plan(1);
        usePermit(p);
        usePermit(again(p));
        _refused(
            relayer, subscribeSignedCall(p), abi.encodeWithSelector(ISubscriptionManager.PermitNotCurrent.selector, 2)
        );
    }

    function test_refuses_after_the_deadline() public {
        Plan memory p = plan(1);
        usePermit(p);
        vm.warp(p.terms.permitDeadline + 1);
        bytes memory reason =
            abi.encodeWithSelector(ISubscriptionManager.IntentExpired.selector, p.terms.permitDeadline);
        _refused(relayer, subscribeSignedCall(p), reason);
    }

    function test_refuses_long_signatures() public {
        Plan memory p = plan(1);
        p.terms.payer = address(new LongSignatureWallet());
        mint(usdc, p.terms.payer, CAP);
        bytes memory most = new bytes(manager.MAX_SIGNATURE_BYTES());
        bytes memory more = new bytes(most.length + 1);
        bytes memory reason = abi.encodeWithSelector(ISubscriptionManager.SignatureTooLong.selector, more.length);
        _refused(relayer, abi.encodeCall(ISubscriptionManager.subscribeSigned, (p.terms, most, more)), reason);
        _refused(relayer, abi.encodeCall(ISubscriptionManager.subscribeSigned, (p.terms, more, most)), reason);
        manager.subscribeSigned(p.terms, most, most);
    }
}
