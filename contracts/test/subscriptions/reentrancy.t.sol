// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {ISubscriptionManager} from "../../src/subscriptions/interfaces/ISubscriptionManager.sol";
import {IFeeAccruals} from "../../src/core/interfaces/IFeeAccruals.sol";
import {OddTokenTest} from "./support/OddTokenTest.sol";

/// @dev Tokens can be upgraded: even one that calls back finds every entry point closed.
contract SubscriptionReentrancyTest is OddTokenTest {
    bytes private refusal = err(bytes4(keccak256("ReentrancyGuardReentrantCall()")));
    bytes[] private calls;
    ISubscriptionManager.Charge private dueItem;

    function setUp() public override {
        super.setUp();
        ISubscriptionManager.Charge[] memory items = due(1);
        // So that there is something to sweep.
        charge(keeper, items[0].id, 0, 0, PRICE - 1_000);
        (items[0].number, items[0].amount) = (1, 1_000);
        dueItem = items[0];
        Plan memory p = unfundedPlan(7);
        p.terms.token = address(token);
        ISubscriptionManager.SubscriptionTerms memory direct =
            abi.decode(abi.encode(p.terms), (ISubscriptionManager.SubscriptionTerms));
        (direct.payer, direct.permitDeadline) = (address(token), 0);
        calls.push(abi.encodeCall(ISubscriptionManager.charge, (items[0])));
        calls.push(
            abi.encodeCall(
                ISubscriptionManager.subscribe,
                (p.terms, signed(p.key, intentDigest(p)), signed(p.key, intentDigest(p)))
            )
        );
        bytes memory signature = signedBytes(p.key, intentDigest(p));
        calls.push(abi.encodeCall(ISubscriptionManager.subscribeSigned, (p.terms, signature, signature)));
        calls.push(abi.encodeCall(ISubscriptionManager.subscribeDirect, (direct)));
        calls.push(abi.encodeCall(ISubscriptionManager.chargeBatch, (address(registry), oddGroup(items))));
        calls.push(abi.encodeCall(ISubscriptionManager.cancel, (items[0].id)));
        calls.push(abi.encodeCall(ISubscriptionManager.cancelBySig, (items[0].id, block.timestamp, signature)));
        calls.push(abi.encodeCall(IFeeAccruals.sweepFees, (address(registry), address(token))));
    }

    function test_closes_every_entry_point_while_one_pays_out() public {
        for (uint256 outer = 0; outer < calls.length; ++outer) {
            if (outer > 3 && outer < 7) continue;
            for (uint256 inner = 0; inner < calls.length; ++inner) {
                token.setCallback(calls[inner]);
                _refused(address(token), calls[outer], refusal);
            }
        }
    }

    function test_closes_every_entry_point_during_a_batch() public {
        for (uint256 inner = 0; inner < calls.length; ++inner) {
            token.setCallback(calls[inner]);
            vm.expectEmit(address(manager));
            emit ISubscriptionManager.ChargeGroupFailed(address(registry), merchantA, address(token), 0, 1, refusal);
            vm.prank(address(token));
            (bool success,) = address(manager).call(calls[4]);
            vm.assertTrue(success, "the batch went on");
        }
    }

    function test_closes_every_entry_point_while_an_item_is_collected() public {
        ISubscriptionManager.Charge[] memory items = new ISubscriptionManager.Charge[](1);
        items[0] = dueItem;
        items[0].amount = token.CALL_BACK();
        for (uint256 inner = 0; inner < calls.length; ++inner) {
            token.setCallback(calls[inner]);
            vm.expectEmit(address(manager));
            emit ISubscriptionManager.ChargeFailed(address(registry), dueItem.id, merchantA, 0, refusal);
            chargeBatch(oddGroup(items));
        }
    }

    function test_opens_again_afterwards() public {
        token.setCallback(abi.encodeWithSignature("MAX_BATCH_ITEMS()"));
        for (uint256 i = 0; i < 2; ++i) {
            vm.prank(address(token));
            (bool success,) = address(manager).call(calls[i]);
            vm.assertTrue(success, "done");
        }
    }
}
