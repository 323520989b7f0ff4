// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {ISubscriptionManager} from "../../src/subscriptions/interfaces/ISubscriptionManager.sol";
import {LocalSmartWallet} from "../../src/local/LocalSmartWallet.sol";
import {LongSignatureWallet} from "../support/LongSignatureWallet.sol";
import {SubscriptionTest} from "./support/SubscriptionTest.sol";

contract CancelBySigTest is SubscriptionTest {
    uint256 private constant DEADLINE = START + 1 hours;

    Plan private p;
    bytes32 private id;

    function setUp() public override {
        super.setUp();
        p = plan(1);
        id = subscribe(p);
    }

    function test_cancels_in_the_name_of_the_payer() public {
        bytes memory call = _call(id, DEADLINE, p.key);
        vm.warp(DEADLINE);
        vm.expectEmit(address(manager));
        emit ISubscriptionManager.SubscriptionCancelled(address(registry), id, p.terms.payer, merchantA);
        vm.prank(relayer);
        (bool success,) = address(manager).call(call);
        vm.assertTrue(success && manager.get(id).cancelled, "cancelled");
    }

    function test_cancels_for_a_smart_wallet() public {
        Plan memory w = plan(2);
        w.terms.payer = address(new LocalSmartWallet(vm.addr(w.key)));
        mint(usdc, w.terms.payer, CAP);
        bytes32 other = subscribeSigned(w);
        manager.cancelBySig(other, DEADLINE, signedBytes(w.key, cancelDigest(other, DEADLINE)));
        vm.assertTrue(manager.get(other).cancelled, "cancelled");
    }

    function test_refuses_after_the_deadline() public {
        vm.warp(DEADLINE + 1);
        _refused(
            relayer,
            _call(id, DEADLINE, p.key),
            abi.encodeWithSelector(ISubscriptionManager.IntentExpired.selector, DEADLINE)
        );
    }

    function test_refuses_what_the_payer_did_not_sign() public {
        bytes memory reason = err(ISubscriptionManager.InvalidIntent.selector);
        _refused(relayer, _call(id, DEADLINE, 0xbad), reason);
        bytes memory signature = signedBytes(p.key, cancelDigest(id, DEADLINE));
        _refused(relayer, abi.encodeCall(ISubscriptionManager.cancelBySig, (id, DEADLINE + 1, signature)), reason);
        bytes32 other = subscribe(plan(2));
        _refused(relayer, abi.encodeCall(ISubscriptionManager.cancelBySig, (other, DEADLINE, signature)), reason);
    }

    function test_works_once() public {
        bytes memory call = _call(id, DEADLINE, p.key);
        (bool success,) = address(manager).call(call);
        vm.assertTrue(success, "cancelled");
        _refused(relayer, call, err(ISubscriptionManager.NotActive.selector, id));
    }

    function test_refuses_what_is_not_there() public {
        bytes32 none = keccak256("none");
        _refused(relayer, _call(none, DEADLINE, p.key), err(ISubscriptionManager.NotActive.selector, none));
    }

    function test_refuses_long_signatures() public {
        Plan memory w = plan(2);
        w.terms.payer = address(new LongSignatureWallet());
        mint(usdc, w.terms.payer, CAP);
        bytes32 other = subscribeSigned(w);
        bytes memory most = new bytes(manager.MAX_SIGNATURE_BYTES());
        bytes memory more = new bytes(most.length + 1);
        bytes memory call = abi.encodeCall(ISubscriptionManager.cancelBySig, (other, DEADLINE, more));
        _refused(relayer, call, abi.encodeWithSelector(ISubscriptionManager.SignatureTooLong.selector, more.length));
        manager.cancelBySig(other, DEADLINE, most);
    }

    function _call(bytes32 which, uint256 deadline, uint256 key) private view returns (bytes memory) {
        bytes memory signature = signedBytes(key, cancelDigest(which, deadline));
        return abi.encodeCall(ISubscriptionManager.cancelBySig, (which, deadline, signature));
    }
}
